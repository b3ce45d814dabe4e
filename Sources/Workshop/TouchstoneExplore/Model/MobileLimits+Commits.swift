extension MobileLimits {
  /// Takes note of a commit, unless it is open which one wins.
  mutating func allowCommit(
    at time: Int64,
    _ path: String,
    _ copy: inout MobileDeviceState.Copy
  ) -> Bool {
    let order = orders[path] ?? CommitOrder()
    // Which of two changes of access counts then is open.
    if order.isBehind(time, copy.commits), MobileApp.isManagement(path) { return false }
    let isAlone = order.knowsAll(copy.commits) && !hasRestored
    return orders[path, default: CommitOrder()]
      .commit(at: time, to: &copy.commits, isAlone: isAlone)
  }

  /// The first commits that wait arrive at the server.
  mutating func upload(_ count: Int, of copy: inout MobileDeviceState.Copy, to path: String) {
    orders[path, default: CommitOrder()].upload(count, of: &copy.commits)
  }

  /// The latest time that a copy knows of.
  func latestTime(known copy: MobileDeviceState.Copy?, _ path: String) -> Int64? {
    copy.flatMap { orders[path]?.latest($0.commits) }
  }
}
