// Rights, told once more.
extension RandomPlatform {
  func mayManageDirectly(_ user: String, _ path: String) -> Bool {
    if user == "root" || path.hasPrefix("/\(user)/") { return true }
    var manages = false
    for grant in grants where grant.path == path && [nil, user].contains(grant.user) {
      manages = grant.manage ?? manages
    }
    return manages
  }

  func rights(_ user: String, _ path: String) -> (read: Bool, write: Bool, manage: Bool) {
    if user == "root" || path.hasPrefix("/\(user)/") { return (true, true, true) }
    var rights = (read: false, write: false, manage: false)
    for grant in grants where [nil, user].contains(grant.user) {
      guard grant.path == path || grant.path == nil && mayManageDirectly(grant.manager, path) else {
        continue
      }
      rights.read = grant.read ?? rights.read
      rights.write = grant.write ?? rights.write
      rights.manage = grant.manage ?? rights.manage
    }
    return rights.manage ? (true, true, true) : rights
  }
}
