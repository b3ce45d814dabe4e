import JSON
import ReferenceEvents
import ReferenceRealm
import ReferenceSync
import Touchstone

/// Something in a case that the reference does not know.
struct Unsupported: Error {
  var reason: String
}

extension KeyTable {
  /// - Throws: `Unsupported` for a key that is not in the table.
  func check(_ json: JSON, _ place: String) throws {
    if let key = unknownKey(in: json) { throw Unsupported(reason: "\(place) key \(key)") }
  }
}

extension StepError {
  /// The code and sentence of whatever a realm or its events threw.
  init(_ error: any Error) {
    switch error {
    case let error as RealmError: self.init(code: error.code.rawValue, message: error.description)
    case let error as SyncError: self.init(code: error.code.rawValue, message: error.description)
    case let error as EventError: self.init(code: error.code.rawValue, message: error.description)
    case let error as StepError: self = error
    default: self.init(code: "other", message: "\(error)")
    }
  }

  /// A step that does not say what it has to.
  static func malformed(_ message: String) -> StepError {
    StepError(code: "other", message: message)
  }
}
