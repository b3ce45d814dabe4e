/// Steps about the server's backups, what a client does after one was restored, and logs.
package enum MobileServerStep: String, StepTopic {
  case backUpServer, restoreServer, resetInfo, startReset, openBackup, setLogLevel, syncLog

  /// How much is logged, from the least to the most.
  package static let logLevels = [
    "off", "fatal", "error", "warn", "info", "detail", "debug", "trace", "all",
  ]

  var classes: [ConformanceClass]? { [.mobilePlatform] }

  var entry: StepEntry {
    switch self {
    case .backUpServer:
      StepEntry(
        does: "keeps a copy of the whole server",
        takes: [.required(.name(.backup))],
        needs: .clientReset,
        isAtServer: true
      ) { _ in "server.copy()" }
    case .restoreServer:
      StepEntry(
        does: "the server crashes, and is restored from a copy",
        takes: [.required(.backup)],
        needs: .clientReset,
        isAtServer: true
      ) { "server.restore(\($0[.backup]))" }
    case .resetInfo:
      StepEntry(
        takes: [.required(.realmFile)],
        yields: .expected,
        value: """
          what the latest client reset error for the realm says: `{"backupExists": <whether there is a file at the path of \
          the backup>}`; null without such an error
          """,
        needs: .clientReset
      ) { "error(\($0[.realmFile])).clientResetInfo()" }
    case .startReset:
      StepEntry(
        does:
          "calls the block of the latest client reset error for the realm, which is closed by then",
        takes: [.required(.realmFile)],
        needs: .clientReset
      ) { "error(\($0[.realmFile])).clientResetInfo().startReset()" }
    case .openBackup:
      StepEntry(
        does:
          "opens the backup copy that a client reset made of the realm, without synchronization",
        takes: [.required(.realmFile), .required(.name(.realm))],
        needs: .clientReset
      ) { "Realm(fileURL: error(\($0[.realmFile])).clientResetInfo().path)" }
    case .setLogLevel:
      StepEntry(
        does:
          "sets the log level of this device's sync manager; counts for sessions that begin from then on",
        takes: [.required(.logLevel)],
        needs: .logLevels
      ) { "SyncManager.shared.logLevel = .\($0.bare(.logLevel))" }
    case .syncLog:
      StepEntry(
        yields: .anyObject,
        value: """
          how many lines this device's sync client has logged since the case began: `total`, and a number for each level \
          from `fatal` to `trace`
          """,
        needs: .logLevels
      ) { _ in "SyncManager.shared.log" }
    }
  }
}
