import ReferenceRealm

/// The deletions of the objects that had one key: they clear the links that did not know of them, whichever of them counts.
struct Deletions: Sendable {
  private struct Deletion {
    let stamp: Stamp
    /// Whether its transaction created an object of the key again.
    let createsAgain: Bool
  }

  private var all: [Deletion] = []
  /// The one that counts: of several the latest.
  private(set) var last: Stamp?

  /// Adds one that counts from now on, unless it is earlier than the one that does.
  mutating func add(_ stamp: Stamp, createsAgain: Bool, counts: Bool = true) {
    all.append(Deletion(stamp: stamp, createsAgain: createsAgain))
    if counts { last = stamp }
  }

  /// Whether they take a link along that a write has set.
  func cut(_ link: Stamp?) -> Bool {
    guard let link else { return last != nil }
    return all.contains { deletion in
      let stamp = deletion.stamp
      if link.knows(stamp) { return false }
      if deletion.createsAgain, link.isLater(than: stamp), !stamp.knows(link) { return false }
      // A later deletion that the link knows of has made this one mean nothing.
      return !all.contains { other in
        link.knows(other.stamp) && !other.stamp.knows(stamp) && !stamp.knows(other.stamp)
          && other.stamp.isLater(than: stamp)
      }
    }
  }
}
