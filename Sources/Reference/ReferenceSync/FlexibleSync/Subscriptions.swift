package import ReferenceRealm

/// A client's wish for the objects of a class that a query matches.
package struct QuerySubscription: Sendable, Hashable {
  package var name: String?
  package var className: String
  package var filter: Filter

  /// A subscription to the objects of a class that a filter matches.
  package init(_ className: String, name: String? = nil, where filter: Filter = .all) {
    self.name = name
    self.className = className
    self.filter = filter
  }

  /// A subscription in the words of the SDK: `QuerySubscription("Item", name: "simple-items") { $0.complexity <= 4 }`.
  package init(_ className: String, name: String? = nil, _ query: (Query) -> Filter) {
    self.init(className, name: name, where: query(Query()))
  }
}

/// The object in a query, whose properties are compared.
@dynamicMemberLookup
package struct Query {
  /// A property that is compared.
  package struct Property {
    fileprivate var name: String

    package static func == (property: Property, value: Value) -> Filter {
      .property(property.name, [.equal(value)])
    }

    package static func <= (property: Property, value: Value) -> Filter {
      .property(property.name, [.lessOrEqual(value)])
    }
  }

  package subscript(dynamicMember name: String) -> Property { Property(name: name) }
}

/// All that a client subscribes to at a time.
package struct SubscriptionSet: Sendable {
  /// What has become of it.
  package enum State: String, Sendable {
    case pending, complete, error
  }

  /// Counts the updates.
  package internal(set) var version = 0
  package internal(set) var state = State.complete
  /// In the order in which they were added.
  package internal(set) var subscriptions: [QuerySubscription] = []
}

/// The subscriptions while they are updated.
package struct SubscriptionUpdate {
  package internal(set) var subscriptions: [QuerySubscription]

  /// Adds a subscription; one of that name is replaced.
  ///
  /// - Throws: `subscriptionExists` if one of that name is there and is not to be replaced.
  package mutating func append(
    _ subscription: QuerySubscription,
    replacing: Bool = true
  ) throws(SyncError) {
    guard let name = subscription.name else {
      if !subscriptions.contains(subscription) { subscriptions.append(subscription) }
      return
    }
    guard let index = subscriptions.firstIndex(where: { $0.name == name }) else {
      return subscriptions.append(subscription)
    }
    guard replacing else {
      throw SyncError(.subscriptionExists, "A subscription named '\(name)' already exists.")
    }
    subscriptions[index] = subscription
  }

  /// Removes subscriptions.
  package mutating func remove(where isRemoved: (QuerySubscription) -> Bool) {
    subscriptions.removeAll(where: isRemoved)
  }
}
