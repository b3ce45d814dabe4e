import ReferenceEvents
import ReferenceRealm

/// A link of an object that is being written, with what the reference makes of it.
struct LinkInEvent {
  let link: LinkPath
  let target: ObjectReference
  /// The objects that are being written, outermost first, down to the one that holds the link.
  let path: [ObjectReference]
  let version: Int
  /// The place of the event among those of the scope.
  let place: Int
  fileprivate let links: WrongLinks

  /// The scope.
  var scope: ScopeLog { links.scope }
  /// The event.
  var event: LogEntry { links.events[place] }
  /// The reads of objects that come after the event.
  var laterReads: some Sequence<ObjectRead> {
    links.events[(place + 1)...].lazy.compactMap(\.objectRead)
  }
  /// The class of the object that holds the link.
  var table: Schema.Table? {
    scope.snapshots.values.first?.schema.tables[link.parent.table]
  }
  /// Whether the link leads back to an object that is being written.
  var isCircle: Bool { path.contains(target) }
  /// Whether it is written as the full object.
  var isExpanded: Bool { isFollowed && !isCircle }
  /// Whether it is followed after the event.
  var isFollowed: Bool { isFollowed(after: place) }
  /// Whether it is followed anywhere in the scope.
  var isEverFollowed: Bool { isFollowed(after: -1) }

  /// Whether the event that comes next follows it.
  var isFollowedAtOnce: Bool {
    guard place + 1 < links.events.count else { return false }
    return links.events[place + 1].objectRead.map(isFollowed) ?? false
  }

  /// Whether a read follows it.
  func isFollowed(by read: ObjectRead) -> Bool { read.link == link && read.version == version }

  private func isFollowed(after place: Int) -> Bool {
    links.right.expands(link, to: target, within: [], at: version, in: place)
  }
}

/// Expands links as a function says that knows what is right.
private struct WrongLinks: LinkExpansion {
  let right: any LinkExpansion
  let events: [LogEntry]
  let scope: ScopeLog
  let isExpanded: @Sendable (LinkInEvent) -> Bool

  func expands(
    _ link: LinkPath,
    to target: ObjectReference,
    within path: [ObjectReference],
    at version: Int,
    in event: Int
  ) -> Bool {
    isExpanded(
      LinkInEvent(
        link: link,
        target: target,
        path: path,
        version: version,
        place: event,
        links: self
      )
    )
  }
}

extension Violator {
  /// The reference that writes other links as full objects.
  static let links = Kind<@Sendable (LinkInEvent) -> Bool> { isExpanded in
    stages { $0.expand(isExpanded) }
  }

  /// The reference that takes other reads after an event for follows of a link in it.
  static let follows = Kind<@Sendable (LinkInEvent, ObjectRead) -> Bool> { isFollow in
    links { link in !link.isCircle && link.laterReads.contains { isFollow(link, $0) } }
  }
}

extension Pipeline {
  /// Writes other links as full objects.
  mutating func expand(_ isExpanded: @escaping @Sendable (LinkInEvent) -> Bool) {
    let right = follow
    follow = { events, scope in
      WrongLinks(right: right(events, scope), events: events, scope: scope, isExpanded: isExpanded)
    }
  }
}
