import Foundation
import JSON
import ReferenceEvents
import ReferenceRealm
import Synchronization
import Touchstone

/// What is around the event realm of one case: the folder of its device, a server for each app, who is logged in, and
/// what the error handler was told.
///
/// It outlives the process of the case, which a restart ends.
final class Device {
  /// The folder of all event realms; removed with the case, unless it is given.
  let folder: URL
  private let isTemporary: Bool
  /// What error handlers were told, in all runs.
  let errors = ErrorList()
  private let settings: JSONObject
  private let edition: Edition
  private var servers: [(app: String, server: EventServer)] = []
  /// What was done to every server, in its order.
  private var changes: [(EventServer) -> Void] = []
  /// How each pool of the case was opened, in the order of first use.
  private(set) var pools: [(key: [String], configuration: Realm.Configuration)] = []

  /// - Returns: nil if the case does nothing that needs a device, so that it is run without files of its own.
  init?(for program: CaseProgram, edition: Edition, folder: URL?) {
    // With flexible sync or an object server these steps are about that one.
    guard program.configuration[.flexibleSync] == nil,
      program.configuration[.mobilePlatform] == nil,
      program.configuration[.server] != nil || program.asksEventRealm
    else { return nil }
    settings = program.configuration[.server] ?? [:]
    self.edition = edition
    isTemporary = folder == nil
    self.folder =
      folder
      ?? FileManager.default.temporaryDirectory.appending(
        path: "touchstone-\(ProcessInfo.processInfo.processIdentifier)-\(UUID().uuidString)"
      )
  }

  deinit { if isTemporary { try? FileManager.default.removeItem(at: folder) } }

  /// Every server, in the order in which their apps were first used.
  var allServers: [EventServer] { servers.map(\.server) }

  /// The server of an app, made when it is first asked for.
  func server(of app: String) throws -> EventServer {
    if let known = servers.first(where: { $0.app == app }) { return known.server }
    let server = EventServer(schema: try schema())
    for change in changes { change(server) }
    servers.append((app, server))
    return server
  }

  /// The schema of the collections; nil if it is to be inferred.
  private func schema() throws -> JSON? {
    try KeyTable.server.check(.object(settings), "server")
    guard settings[.developmentMode] == false else { return nil }
    return AuditEvent.collectionSchema(
      activityField: edition.activityField,
      metadata: (settings[.metadataFields] ?? []).compactMap(\.string)
    )
  }

  /// Does something to every server, also to those that are made later.
  func changeServers(_ change: @escaping (EventServer) -> Void) {
    changes.append(change)
    for server in allServers { change(server) }
  }

  /// Notes how a pool is opened, so that what is left of it can be read while another is recording.
  func use(_ key: [String], _ configuration: Realm.Configuration) {
    if !pools.contains(where: { $0.key == key }) { pools.append((key, configuration)) }
  }
}

/// What an error handler was told: each code once.
final class ErrorList: Sendable {
  private let state = Mutex((codes: [String](), isFatal: false))

  /// The codes, in the order in which they were first told.
  var all: [String] { state.withLock { $0.codes } }

  /// Whether an upload failed for good since the process started.
  var hasFatal: Bool { state.withLock { $0.isFatal } }

  func beginRun() { state.withLock { $0.isFatal = false } }

  /// - Parameters:
  ///   - error: what happened.
  ///   - isTold: whether the case has a handler that is told of it.
  func add(_ error: EventError, isTold: Bool) {
    state.withLock { state in
      if error.code == .uploadFailed { state.isFatal = true }
      let code = error.code.rawValue
      if isTold, !state.codes.contains(code) { state.codes.append(code) }
    }
  }
}

extension CaseProgram {
  /// Whether a step is about the event realm.
  fileprivate var asksEventRealm: Bool {
    [given, steps].joined().lazy.flatMap(\.withNested).contains { step in
      if case .eventRealm? = step.kind { true } else { false }
    }
  }
}
