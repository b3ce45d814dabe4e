import JSON
import Touchstone

/// What is known of the device and the server: an upload may happen at any time, so they are only looked at where
/// nothing is under way.
struct ModelDevice: Sendable {
  /// Whether there is a connection.
  var isOnline = true { didSet { send() } }
  /// Whether the user who uploads the events is logged out.
  var isLoggedOut = false { didSet { send() } }
  /// Whether something may be under way to the server.
  private(set) var isUploading = false
  /// Whether something waits on the device.
  private var hasPending = false

  private mutating func send() {
    if isOnline, !isLoggedOut { isUploading = hasPending }
  }

  /// Takes note that something was stored.
  mutating func noteEvent() {
    hasPending = true
    send()
  }

  /// Everything that can be uploaded was.
  mutating func settle() {
    isUploading = false
    if isOnline, !isLoggedOut { hasPending = false }
  }
}

// Steps of class `event-realm`.
extension ProgramModel {
  mutating func perform(_ kind: EventRealmStep, _ step: Step) throws(StepFault) {
    try require(step[.user] == nil && isRecording)
    switch kind {
    case .goOffline:
      try require(device.isOnline && !device.isUploading)
      device.isOnline = false
    case .goOnline:
      try require(!device.isOnline)
      device.isOnline = true
    case .waitForUploads: device.settle()
    case .serverEvents, .errors: try require(!device.isUploading)
    case .restart:
      try require(!isWriting && !device.isUploading && step[.events] == nil)
      handles = handles.mapValues { _ in .invalidated(isObject: false) }
      scopes = scopes.map { _ in false }
    case .changeOnServer:
      try require(!device.isUploading && (step[.delete] == true) != (step[.fields] != nil))
    case .logOut:
      try require(!device.isUploading)
      device.isLoggedOut = !hasEventUser
    case .logIn: device.isLoggedOut = false
    // When a partition is full, and when a broken connection is noticed, is each implementation's own affair; a server
    // without development mode and removed users have cases of their own.
    case .failUploads, .partitions, .serverSchema, .removeUser: throw .invalid
    }
  }
}
