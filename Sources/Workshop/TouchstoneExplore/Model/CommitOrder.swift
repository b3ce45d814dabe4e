/// Which commits know of which.
///
/// A commit wins over those that it knows of, whatever the clocks say, and otherwise the later one wins. Where a clock goes
/// back while another device does not know of it, both rules contradict each other ("What is open" of merging): from then on
/// each commit has to know of all others.
///
/// After a user has logged out, it depends on the edition what has been uploaded and which copies are there. So what is certain
/// is kept apart from what may be.
struct CommitOrder {
  /// The commits that a device has, and those of them that are not at the server.
  struct Copy {
    fileprivate var known: Set<Int> = []
    /// Those that it may have as well.
    fileprivate var uncertain: Set<Int> = []
    fileprivate var pending: [Int] = []

    /// The same, or one that has nothing: which of them it is, the edition says.
    var orNothing: Copy { Copy(uncertain: known.union(uncertain), pending: pending) }
  }

  /// When each was made.
  private var times: [Int64] = []
  private var atServer: Set<Int> = []
  /// Those that may be there as well.
  private var uncertain: Set<Int> = []
  /// Whether one is earlier than one that it knows of.
  private var goesBack = false

  /// Takes note of a commit, unless it is open which one wins.
  mutating func commit(at time: Int64, to copy: inout Copy, isAlone: Bool) throws(StepFault) {
    goesBack = goesBack || isBehind(time, copy)
    try avoid(.clockBehind, if: goesBack && !isAlone)
    copy.known.insert(times.count)
    copy.pending.append(times.count)
    times.append(time)
  }

  /// Whether a time is behind that of a commit which a device may know of.
  func isBehind(_ time: Int64, _ copy: Copy) -> Bool { latest(copy).map { $0 > time } ?? false }

  /// Whether a device knows of every commit.
  func knowsAll(_ copy: Copy) -> Bool { copy.known.count == times.count }

  /// The latest time that a device may know of.
  func latest(_ copy: Copy) -> Int64? {
    copy.known.union(copy.uncertain).lazy.map { times[$0] }.max()
  }

  /// The first commits that wait arrive at the server.
  mutating func upload(_ count: Int, of copy: inout Copy) {
    atServer.formUnion(copy.pending.prefix(count))
    copy.pending.removeFirst(min(count, copy.pending.count))
  }

  /// Commits that wait may arrive at the server.
  mutating func mayUpload(_ copy: Copy) { uncertain.formUnion(copy.pending) }

  func download(to copy: inout Copy) {
    copy.known.formUnion(atServer)
    copy.uncertain.formUnion(uncertain)
  }
}
