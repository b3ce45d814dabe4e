import JSON

/// What is known of a device in the course of a program of class `mobile-platform`.
struct MobileDeviceState {
  /// The local copy of a realm: what belongs to one user and one path.
  struct Copy {
    /// The names under which it is open.
    var names: Set<String> = []
    /// Whether there is a file.
    var exists = false
    /// Whether something may have been written since it was synchronized last.
    var hasWaiting = false
    /// Whether something was written for certain since anything was sent.
    var isWaiting = false
    var hasSynchronized = false
    /// Whether its session has ended with an error.
    var isInvalid = false
    /// Whether it was open in this process, and is not any more.
    var isClosed = false
    /// Whether what it holds is open: its user had no access to what was written or is there.
    var isUndetermined = false
    var reset = Reset.none
    /// The version of the schema that it was opened with.
    var version = 0
    var commits = CommitOrder.Copy()
    /// The numbers of bytes that were put in last; nil if none were.
    var bytes: [Int]?
    /// Whether numbers were put in before it was closed: whether they begin anew is open.
    var hasFormerBytes = false
  }

  enum Reset { case none, told, done }

  /// Which copy it is.
  struct CopyKey: Hashable {
    var identity: String
    var path: String
  }

  enum User {
    case active
    /// Logged out; what that leads to is under way.
    case leaving
    case loggedOut
  }

  var isOnline = true
  var users: [String: User] = [:]
  var copies: [CopyKey: Copy] = [:]
  /// Whether anything but its log level was set since the case began.
  var hasBegun = false
  var hasLevel = false
  var hasRestarted = false
  /// Whether a realm was opened again whose session had ended with an error: whether it goes on is open, and so is how
  /// often the error is told.
  var hasReopenedInvalid = false
  /// What the clock shows, if nothing was committed yet at that time.
  var time: Int64?

  func isActive(_ identity: String) -> Bool { users[identity] == .active }

  /// Whether it is known what becomes of a user's copies if that user logs in: those of a user who has logged out stay
  /// as long as something waits in one of them (USER-20), and may go at once if nothing does.
  func mayLogIn(_ identity: String) -> Bool {
    let copies = copies(of: identity)
    return users[identity] != .leaving || copies.isEmpty || copies.contains(where: \.isWaiting)
  }

  func copies(of identity: String) -> [Copy] {
    copies.filter { $0.key.identity == identity }.map(\.value)
  }

  /// The process ends: what was to be done at its start is done.
  mutating func restart() {
    hasRestarted = true
    for (key, copy) in copies {
      var next = Copy(
        isUndetermined: copy.isUndetermined,
        reset: copy.reset == .told ? .done : copy.reset,
        version: copy.version
      )
      if isActive(key.identity), copy.reset != .told {
        next.exists = copy.exists
        next.hasWaiting = copy.hasWaiting
        next.isWaiting = copy.isWaiting
        next.hasSynchronized = copy.hasSynchronized
        next.commits = copy.commits
      }
      copies[key] = next
    }
    // Users with an access token do not outlive the process (USER-17).
    users[MobileApp.root] = nil
  }

  /// Uploads have ended: copies of those who logged out are gone, or go at the next start.
  mutating func endUploads() {
    for (identity, user) in users where user == .leaving {
      users[identity] = .loggedOut
      for (key, copy) in copies where key.identity == identity {
        // Whether a realm that was open has a session when its user comes back is not specified.
        copies[key] = Copy(
          isClosed: copy.isClosed || !copy.names.isEmpty,
          version: copy.version,
          commits: copy.commits.orNothing
        )
      }
    }
  }

  /// The file of a realm is put aside.
  mutating func reset(_ key: CopyKey) {
    let copy = copies[key] ?? Copy()
    copies[key] = Copy(isClosed: copy.isClosed, reset: .done, version: copy.version)
  }
}
