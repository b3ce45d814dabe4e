import ReferenceRealm

/// The part of a server's objects that one client is to have: what it subscribes to, as far as its user may read it.
///
/// It is computed, never stored.
package struct View {
  /// What the client subscribes to, by class.
  private(set) var subscriptions: [Int: [([Value]) -> Bool]] = [:]
  /// What the user may do, by class.
  private(set) var permissions: [Int: Permissions] = [:]

  /// Whether the client is to have an object.
  package func contains(_ contents: [Content], of table: Int) -> Bool {
    matches(contents, of: table) && allowsToRead(contents, of: table)
  }

  /// Whether the client subscribes to an object.
  package func matches(_ contents: [Content], of table: Int) -> Bool {
    let row = contents.map(\.plainValue)
    return subscriptions[table]?.contains { $0(row) } ?? false
  }

  /// Whether the user may read an object.
  package func allowsToRead(_ contents: [Content], of table: Int) -> Bool {
    permissions[table]?.mayRead(contents.map(\.plainValue)) ?? false
  }

  /// Takes the roles of the app as they are now, for a session that begins.
  mutating func begin(_ rules: AppRules, user: String, _ schema: Schema) {
    permissions = [:]
    for table in schema.tables where !table.isEmbedded {
      permissions[table.index] = rules.permissions(of: user, for: table)
    }
  }

  /// Takes other subscriptions, unless one of them asks for what can't be queried.
  ///
  /// - Returns: whether they were taken.
  mutating func subscribe(_ set: [QuerySubscription], _ rules: AppRules, _ schema: Schema) -> Bool {
    var queries: [Int: [([Value]) -> Bool]] = [:]
    for subscription in set {
      guard let table = schema.table(subscription.className),
        rules.areQueryable(subscription.filter.fields, of: table),
        let query = try? subscription.filter.compiled(for: table)
      else { return false }
      queries[table.index, default: []].append(query)
    }
    subscriptions = queries
    return true
  }
}

/// One write of a client as the server judges it.
package struct Attempt {
  package var change: Changeset.Change
  /// What the server held before.
  package var before: [Content]?
  /// What it would hold afterwards.
  package var after: [Content]?
}

extension View {
  /// Why the server refuses a write; nil if it is legal.
  ///
  /// The role is asked first, so that what breaks both rules is denied by it.
  package func refusal(of attempt: Attempt) -> Refusal? {
    denial(of: attempt) ?? (isInView(attempt) ? nil : .outsideOfView)
  }

  /// What the role has against a write.
  private func denial(of attempt: Attempt) -> Refusal? {
    guard let permissions = permissions[attempt.change.id.table] else { return .noRole }
    let (role, table) = (permissions.role, permissions.table)
    for contents in [attempt.before, attempt.after].compactMap(\.self) {
      guard permissions.writes(contents.map(\.plainValue)) else { return .filter(role: role.name) }
    }
    let isAllowed =
      switch attempt.change.kind {
      case .delete:
        role.delete
          && table.columns.indices.allSatisfy {
            $0 == table.primaryKey || role.mayWrite(field: table.columns[$0].name)
          }
      case .create(let contents):
        (role.insert || attempt.before != nil)
          && contents.indices.allSatisfy {
            contents[$0].isEmpty || $0 == table.primaryKey
              || role.mayWrite(field: table.columns[$0].name)
          }
      case .update(let edits):
        edits.allSatisfy { role.mayWrite(field: table.columns[$0.column].name) }
      }
    return isAllowed ? nil : .rule(role: role.name)
  }

  /// Whether the object was in view before; for a new one, whether it is in view now.
  ///
  /// A change may lead out of it.
  private func isInView(_ attempt: Attempt) -> Bool {
    (attempt.before ?? attempt.after).map { contains($0, of: attempt.change.id.table) } ?? true
  }
}
