import ReferenceRealm

/// One link at one version.
private struct Follow: Hashable {
  let link: LinkPath
  let version: Int
}

extension WrittenLink {
  /// Finds out which links were followed: those through which an object was read that survived combining.
  ///
  /// A link is written as the full object in reads before such a read, at the same version, unless it leads back to an
  /// object that is being written; in writes it never is (LINK).
  ///
  /// - Parameter events: what is left of the scope after combining.
  /// - Returns: nil if none was.
  static func followed(in events: [LogEntry]) -> LinkExpansion? {
    // The place of the last read through each link.
    var lastRead: [Follow: Int] = [:]
    for (index, event) in events.enumerated() {
      guard case .object(let read) = event, let link = read.link else { continue }
      lastRead[Follow(link: link, version: read.version)] = index
    }
    if lastRead.isEmpty { return nil }
    return { [lastRead] written in
      let last = lastRead[Follow(link: written.link, version: written.version)]
      return last.map { $0 > written.event } ?? false && !events[written.event].isWrite
        && !written.path.contains(written.target)
    }
  }
}
