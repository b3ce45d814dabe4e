/// Why a realm can't be synchronized or subscribe: a code that programs can tell apart and a sentence for people.
package struct SyncError: Error, Sendable, CustomStringConvertible {
  /// What went wrong; the raw value is the error code of the wire protocol.
  package enum Code: String, Sendable {
    case subscriptionFailed = "subscription-failed"
    case subscriptionExists = "subscription-exists"
    case offline
    case multipleSyncAgents = "multiple-sync-agents"
  }

  package var code: Code
  package var description: String

  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
