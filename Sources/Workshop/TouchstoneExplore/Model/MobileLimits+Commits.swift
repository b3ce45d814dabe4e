extension MobileLimits {
  /// Takes note of a commit, unless it is open which one wins.
  mutating func commit(
    at time: Int64,
    _ path: String,
    _ copy: inout MobileDeviceState.Copy
  ) throws(StepFault) {
    var order = orders[path] ?? CommitOrder()
    let isBehind = order.isBehind(time, copy.commits)
    try avoid(.changesOfAccess, if: isBehind && MobileApp.isManagement(path))
    let isAlone = order.knowsAll(copy.commits) && !hasRestored
    try order.commit(at: time, to: &copy.commits, isAlone: isAlone)
    orders[path] = order
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
