/// Which commits know of which, by path.
///
/// A commit wins over those that it knows of, whatever the clocks say, and otherwise the later one wins. Where a clock goes
/// back while another device does not know of it, both rules contradict each other ("What is open" of merging).
struct CommitOrder {
  /// When each was made.
  var times: [Int64] = []
  var atServer: Set<Int> = []
  /// Whether one is earlier than one that it knows of.
  var goesBack = false
}

extension MobileLimits {
  /// Takes note of a commit, unless it is open which one wins.
  mutating func allowCommit(
    at time: Int64,
    _ path: String,
    _ copy: inout MobileDeviceState.Copy
  ) -> Bool {
    var order = orders[path] ?? CommitOrder()
    let isEarlier = copy.known.contains { order.times[$0] > time }
    let isAlone = copy.known.count == order.times.count && !hasRestored
    order.goesBack = order.goesBack || isEarlier
    if order.goesBack, !isAlone { return false }
    // Which of two changes of access counts then is open.
    if isEarlier, MobileApp.isManagement(path) { return false }
    copy.known.insert(order.times.count)
    copy.pending.append(order.times.count)
    order.times.append(time)
    orders[path] = order
    return true
  }

  /// The first commits that wait arrive at the server.
  mutating func upload(_ count: Int, of copy: inout MobileDeviceState.Copy, to path: String) {
    orders[path, default: CommitOrder()].atServer.formUnion(copy.pending.prefix(count))
    copy.pending.removeFirst(min(count, copy.pending.count))
  }

  /// The latest time that a copy knows of.
  func latestTime(known copy: MobileDeviceState.Copy?, _ path: String) -> Int64? {
    copy?.known.compactMap { orders[path]?.times[$0] }.max()
  }
}
