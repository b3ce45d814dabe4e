import ReferenceRealm

/// Knows which links of an event are written as full objects: those that were followed, at the same version, by
/// an object read that survived combining and comes later in the scope (LINK).
struct FollowedLinks {
  private struct Key: Hashable {
    let version: Int
    let link: LinkPath
  }

  /// The place of the last read through each link.
  private var lastRead: [Key: Int] = [:]

  init(_ events: [LogEntry]) {
    for (index, event) in events.enumerated() {
      guard case .object(let read) = event, let link = read.link else { continue }
      lastRead[Key(version: read.version, link: link)] = index
    }
  }

  /// Whether the link is followed after the event at that place.
  func contains(_ link: LinkPath, version: Int, after index: Int) -> Bool {
    if lastRead.isEmpty { return false }
    return lastRead[Key(version: version, link: link)].map { $0 > index } ?? false
  }
}
