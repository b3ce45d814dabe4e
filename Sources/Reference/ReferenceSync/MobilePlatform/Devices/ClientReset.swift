package import Foundation

/// What can be done where a server was restored to a state before that of a local copy.
package struct ClientReset: Sendable {
  let key: LocalRealm.Key
  /// Where the copy is kept; there is nothing before the reset has begun.
  package let backup: URL
}

extension SyncError {
  /// Where the backup will be, and a block that starts the reset; nil for other errors.
  ///
  /// The realm must not be open when the block is called.
  package func clientResetInfo(on manager: SyncManager) -> (
    backup: URL, startReset: () -> Void
  )? {
    reset.map { reset in (reset.backup, { manager.startReset(reset) }) }
  }
}
