import ReferenceRealm

/// Knows which links were followed: those through which an object was read that survived combining.
///
/// A link is written as the full object in events before such a read, at the same version, unless it leads back to an
/// object that is being written (LINK).
struct FollowedLinks: LinkExpansion {
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

  func expands(
    _ link: LinkPath,
    to target: ObjectReference,
    within path: [ObjectReference],
    at version: Int,
    in event: Int
  ) -> Bool {
    if lastRead.isEmpty { return false }
    guard let last = lastRead[Follow(link: link, version: version)] else { return false }
    return last > event && !path.contains(target)
  }
}
