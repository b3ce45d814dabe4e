import ReferenceEvents
import ReferenceRealm

/// A link of an object that is being written, with what the reference makes of it.
@dynamicMemberLookup
struct LinkInEvent {
  fileprivate let written: WrittenLink
  let scope: ScopeLog
  fileprivate let events: [LogEntry]

  subscript<Property>(dynamicMember property: KeyPath<WrittenLink, Property>) -> Property {
    written[keyPath: property]
  }

  /// The event.
  var event: LogEntry { events[written.event] }
  /// The reads of objects that come after the event.
  var laterReads: some Sequence<ObjectRead> {
    events[(written.event + 1)...].lazy.compactMap(\.objectRead)
  }
  /// The class of the object that holds the link.
  var table: Schema.Table? {
    scope.snapshots.values.first?.schema.tables[written.link.parent.table]
  }
  /// Whether the link leads back to an object that is being written.
  var isCircle: Bool { written.path.contains(written.target) }
  /// Whether it is written as the full object.
  var isExpanded: Bool { isFollowed && !isCircle && !event.isWrite }
  /// Whether it is followed after the event.
  var isFollowed: Bool { laterReads.contains(where: isFollowed) }
  /// Whether it is followed anywhere in the scope.
  var isEverFollowed: Bool { events.lazy.compactMap(\.objectRead).contains(where: isFollowed) }

  /// Whether the event that comes next follows it.
  var isFollowedAtOnce: Bool {
    guard written.event + 1 < events.count else { return false }
    return events[written.event + 1].objectRead.map(isFollowed) ?? false
  }

  /// Whether a read follows it.
  func isFollowed(by read: ObjectRead) -> Bool {
    read.link == written.link && read.version == written.version
  }
}

extension Violator {
  /// The reference that writes other links as full objects.
  static let links = Violation<@Sendable (LinkInEvent) -> Bool> { isExpanded in
    stages { $0.expand(isExpanded) }
  }

  /// The reference that takes other reads after an event for follows of a link in it.
  static let follows = Violation<@Sendable (LinkInEvent, ObjectRead) -> Bool> { isFollow in
    links { link in
      !link.isCircle && !link.event.isWrite && link.laterReads.contains { isFollow(link, $0) }
    }
  }
}

extension Pipeline {
  /// Writes other links as full objects.
  mutating func expand(_ isExpanded: @escaping @Sendable (LinkInEvent) -> Bool) {
    follow = { events, scope in
      { isExpanded(LinkInEvent(written: $0, scope: scope, events: events)) }
    }
  }
}
