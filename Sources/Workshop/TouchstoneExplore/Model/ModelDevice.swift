import JSON
import Touchstone

/// What is known of the device and the server: an upload may happen at any time, so they are only looked at where
/// nothing is under way.
struct ModelDevice: Sendable {
  /// Whether there is a connection.
  private(set) var isOnline = true
  /// Whether something may be under way to the server.
  private(set) var isUploading = false
  /// Whether something waits on the device.
  private var hasPending = false
  private(set) var isUserRemoved = false
  private var isLoggedOut = false

  private var canUpload: Bool { isOnline && !isUserRemoved && !isLoggedOut }

  /// Takes note that something was stored.
  mutating func note(recorded: Bool) {
    hasPending = hasPending || recorded
    if canUpload { isUploading = hasPending }
  }

  mutating func goOffline() { isOnline = false }

  mutating func changeUser(removed: Bool = false, loggedOut: Bool = false) {
    isUserRemoved = removed
    isLoggedOut = loggedOut
    note(recorded: false)
  }

  mutating func goOnline() {
    isOnline = true
    note(recorded: false)
  }

  /// Everything that can be uploaded was.
  mutating func settle() {
    isUploading = false
    if canUpload { hasPending = false }
  }
}

// Steps of class `event-realm`.
extension ProgramModel {
  mutating func perform(_ kind: EventRealmStep, _ step: Step) throws(StepFault) -> Foretold {
    if step[.user] != nil || !isRecording { throw .invalid }
    switch kind {
    case .goOffline:
      guard device.isOnline, !device.isUploading else { throw .invalid }
      device.goOffline()
    case .goOnline:
      guard !device.isOnline else { throw .invalid }
      device.goOnline()
    case .waitForUploads:
      device.settle()
      return .open
    case .serverEvents, .errors:
      guard !device.isUploading else { throw .invalid }
    case .restart:
      guard !isWriting, !device.isUploading, step[.events] == nil else { throw .invalid }
      handles = handles.mapValues { _ in .invalidated(isObject: false) }
      scopes = scopes.map { _ in false }
    case .changeOnServer:
      guard !device.isUploading, (step[.delete] == true) != (step[.fields] != nil) else {
        throw .invalid
      }
    case .logOut:
      guard !device.isUploading else { throw .invalid }
      device.changeUser(loggedOut: !hasEventUser)
    case .logIn: device.changeUser()
    // When a partition is full, and when a broken connection is noticed, is each implementation's own affair; a server
    // without development mode and removed users have cases of their own.
    case .failUploads, .partitions, .serverSchema, .removeUser: throw .invalid
    }
    return .succeeds
  }
}
