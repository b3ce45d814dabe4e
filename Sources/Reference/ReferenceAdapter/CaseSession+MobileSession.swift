import JSON
import ReferenceSync
import Touchstone

/// Steps about sessions.
extension CaseSession {
  func useSession(_ kind: MobileSessionStep, _ step: StepArguments) throws -> JSON {
    guard let mobile else { throw Unsupported(reason: "step \(kind.rawValue)") }
    let here = mobile.device
    switch kind {
    case .session:
      let session = try here.user(step(.loggedIn)).session(for: step(.url))
      if let session, let name = step.boundName { here.name(session, name) }
      return .bool(session != nil)
    case .sessions:
      let sessions = try here.user(step(.loggedIn)).allSessions()
      return .array(sessions.map { .string("\($0.path)") })
    case .sessionState: return .string(try here.session(step(.session)).state.rawValue)
    case .sessionConfiguration:
      let session = try here.session(step(.session))
      guard let configuration = session.configuration() else { return .null }
      return [
        "user": .string(configuration.user.identity.text), "path": .string("\(session.path)"),
      ]
    case .watchProgress:
      let hasToken = here.watch(
        try here.session(step(.session)),
        try step(.direction) == "upload" ? .upload : .download,
        try step(.mode) == "current" ? .forCurrentlyOutstandingWork : .reportIndefinitely,
        step.boundName ?? ""
      )
      return .bool(hasToken)
    case .stopProgress: try here.watch(step(.watch)).token?.stop()
    case .progress: return try here.watch(step(.watch)).news()
    case .progressSummary: return try here.watch(step(.watch)).summary
    case .reportProgress:
      try here.session(step(.session)).reportProgress(
        TransferCounters(
          downloaded: try step(.downloaded),
          downloadable: try step(.downloadable),
          uploaded: try step(.uploaded),
          uploadable: try step(.uploadable)
        )
      )
    }
    return .null
  }
}
