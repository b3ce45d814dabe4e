package import Foundation
package import ReferenceRealm

/// When the local copies of a user who logs out are deleted.
package enum LogOutRule: Sendable {
  /// When all that was pending is at the server.
  case afterUpload
  /// When the app starts the next time, with what is pending: nothing is uploaded any more.
  case atNextStart
}

/// A device: its disk, its clock, whether it is connected, and the app that runs on it.
package final class MobileDevice {
  package let server: ObjectServer
  /// Whether there is a connection to the server.
  package var isOnline = true
  /// Is told of errors that no call returns, with the session if there is one.
  package var errorHandler: ((SyncError, SyncSession?) -> Void)?
  package var log = SyncLog()
  package let logOutRule: LogOutRule
  let folder: DeviceFolder
  let files: DeviceFiles
  let clock: () -> Timestamp
  let stages: MobilePlatformStages
  private var running: SyncManager?

  /// A device that keeps everything in a folder.
  package init(
    folder: URL,
    server: ObjectServer,
    logOutRule: LogOutRule = .afterUpload,
    clock: @escaping () -> Timestamp = Timestamp.now,
    files: DeviceFiles = DeviceFiles(),
    stages: MobilePlatformStages = MobilePlatformStages()
  ) {
    self.folder = DeviceFolder(folder: folder)
    self.server = server
    self.logOutRule = logOutRule
    self.clock = clock
    self.files = files
    self.stages = stages
  }

  /// The manager of this run of the app.
  ///
  /// When it is first used, what earlier runs left to do is done.
  package var manager: SyncManager {
    if let running { return running }
    let manager = SyncManager(self)
    running = manager
    manager.begin()
    return manager
  }

  /// The app ends without warning; the next one begins when the manager is used.
  package func restart() {
    running?.abandon()
    running = nil
  }
}
