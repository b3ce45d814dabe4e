import JSON
import Touchstone

/// What is known of the device and the server: an upload may happen at any time, so they are only looked at where
/// nothing is under way.
struct ModelDevice: Sendable {
  /// Whether another user than that of the realm uploads the events.
  let hasEventUser: Bool
  /// Whether there is a connection.
  private var isOnline = true { didSet { send() } }
  /// Whether the user who uploads the events is logged out.
  private var isLoggedOut = false { didSet { send() } }
  /// Whether something may be under way to the server.
  private var isUploading = false
  /// Whether something waits on the device.
  private var hasPending = false
  /// Whether former runs have left something that may not be dealt with before this one has recorded.
  private var hasLeftovers = false
  /// Whether something was ever stored.
  private var hasStored = false

  init(hasEventUser: Bool) { self.hasEventUser = hasEventUser }

  private mutating func send() {
    if isOnline, !isLoggedOut { isUploading = hasPending }
  }

  /// Takes note that something was stored, or perhaps nothing: a scope may be empty.
  mutating func noteEvent(isSure: Bool) {
    if isSure { hasLeftovers = false }
    hasStored = true
    hasPending = true
    send()
  }

  /// Everything that can be uploaded was.
  private mutating func settle() {
    isUploading = false
    if isOnline, !isLoggedOut { hasPending = false }
  }
}

extension ModelDevice {
  /// Takes note of a step of class `event-realm`, unless something is under way where it looks.
  mutating func allow(_ kind: EventRealmStep, _ step: Step) throws(StepFault) {
    try require(step[.user] == nil)
    switch kind {
    case .goOffline:
      try require(isOnline && !isUploading)
      isOnline = false
    case .goOnline:
      try require(!isOnline)
      isOnline = true
    case .waitForUploads:
      try avoid(.formerRuns, if: hasLeftovers && hasPending)
      settle()
    case .serverEvents, .errors: try require(!isUploading)
    case .restart:
      try require(!isUploading && step[.events] == nil)
      hasLeftovers = hasStored
    case .changeOnServer:
      try avoid(.formerRuns, if: hasLeftovers)
      try require(!isUploading && (step[.delete] == true) != (step[.fields] != nil))
    case .logOut:
      try require(!isUploading)
      isLoggedOut = !hasEventUser
    case .logIn: isLoggedOut = false
    // When a partition is full, and when a broken connection is noticed, is each implementation's own affair; a server
    // without development mode and removed users have cases of their own.
    case .failUploads, .partitions, .serverSchema, .removeUser: throw .invalid
    }
  }
}
