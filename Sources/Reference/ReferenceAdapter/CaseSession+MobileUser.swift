import JSON
import ReferenceSync
import Touchstone

/// Steps about users.
extension CaseSession {
  func manageUser(_ kind: MobileUserStep, _ step: StepArguments) throws -> JSON {
    guard let mobile else { throw Unsupported(reason: "step \(kind.rawValue)") }
    let here = mobile.device
    switch kind {
    case .authenticate:
      let user = try here.device.manager.logIn(
        with: Self.credentials(step),
        server: "realm://\(mobile.server.host)"
      )
      if let name = step.boundName { here.name(user, name) }
      return .string(user.identity.text)
    case .users: return .array(here.device.manager.allUsers.map { .string($0.identity.text) })
    case .userState:
      let state = try here.user(step(.loggedIn)).state
      return .string(state.rawValue)
    case .currentUser:
      return try here.device.manager.currentUser().map { .string($0.identity.text) } ?? .null
    }
  }

  private static func credentials(_ step: StepArguments) throws -> SyncCredentials {
    let provider = try step(.provider)
    func token() throws -> Secret { Secret(try step(.token)) }
    switch provider {
    case "password":
      return .usernamePassword(
        username: try step(.username),
        password: Secret(try step(.password)),
        register: step[.register] ?? false
      )
    case "facebook": return .facebook(token: try token())
    case "google": return .google(token: try token())
    case "cloudkit": return .cloudKit(token: try token())
    case "_access_token":
      return .accessToken(try token(), identity: Identity(step[.identity] ?? ""))
    default: return SyncCredentials(customToken: try token(), provider: provider)
    }
  }
}
