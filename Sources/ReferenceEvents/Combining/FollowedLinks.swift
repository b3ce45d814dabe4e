import ReferenceRealm

/// Knows which links of an event are written as full objects: those that were followed, at the same version, by
/// an object read that survived combining and comes later in the scope (LINK).
///
/// Wrong ideas of what a follow counts for override it (`DeviatingFollowedLinks`).
class FollowedLinks {
  private struct Follow: Hashable {
    let link: LinkPath
    let version: Int
  }

  /// The place of the last read through each link.
  private var lastRead: [Follow: Int] = [:]

  /// - Parameter events: what is left of the scope after combining.
  init(_ events: [LogEntry]) {
    for (index, event) in events.enumerated() {
      guard case .object(let read) = event, let link = read.link else { continue }
      lastRead[Follow(link: link, version: read.version)] = index
    }
  }

  /// Whether the link is followed after the event at that place.
  func contains(_ link: LinkPath, to target: ObjectReference, version: Int, after place: Int)
    -> Bool
  {
    if lastRead.isEmpty { return false }
    guard let last = lastRead[Follow(link: link, version: version)] else { return false }
    return last > place
  }
}
