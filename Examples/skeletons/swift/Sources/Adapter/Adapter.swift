/// Answers one request after the other.
struct Adapter {
  private static let version = 1.0

  private var isInitialized = false
  private(set) var isFinished = false

  /// The answer to a line; nil if nobody waits for one.
  ///
  /// Whatever goes wrong costs this request only.
  mutating func answer(to line: String) -> Value? {
    let request: Value
    do { request = try Value(parsing: line) } catch {
      return failure(.null, Refused(-32700, "the request cannot be parsed: \(error)"))
    }
    let id = request["id"] ?? .null
    do {
      guard let method = request["method"]?.string else {
        throw Refused(-32600, "a request is an object with a method")
      }
      if id == .null { return nil }
      let result = try perform(method, request["params"] ?? .null)
      return .object(["jsonrpc": .string("2.0"), "id": id, "result": result])
    } catch let refused as Refused {
      return failure(id, refused)
    } catch {
      return failure(id, Refused(-32603, "\(error)"))
    }
  }

  private mutating func perform(_ method: String, _ params: Value) throws -> Value {
    switch method {
    case "initialize": return try initialize(params)
    case "runCase":
      guard isInitialized else { throw Refused(-32600, "initialize comes before runCase") }
      return try runCase(params)
    case "shutdown":
      isFinished = true
      return .null
    default: throw Refused(-32601, "there is no method \(method)")
    }
  }

  private mutating func initialize(_ params: Value) throws -> Value {
    let editions = Value.array(Offer.editions.map(Value.string))
    guard params["protocolVersion"] == .number(Self.version),
      let edition = params["edition"]?.string, Offer.editions.contains(edition)
    else {
      throw Refused(
        -32000,
        "this version or edition is not spoken",
        ["protocolVersions": .array([.number(Self.version)]), "editions": editions]
      )
    }
    isInitialized = true
    return .object([
      "protocolVersion": .number(Self.version),
      "implementation": .object([
        "name": .string(Offer.name), "version": .string(Offer.version),
        "language": .string("Swift"),
      ]),
      "editions": editions,
      "classes": .array(Offer.classes.map(Value.string)),
      "features": .array(Offer.features.map(Value.string)),
    ])
  }

  /// Runs one case in a realm, an event realm and a clock of its own.
  private func runCase(_ params: Value) throws -> Value {
    guard let given = params["given"]?.array, let steps = params["steps"]?.array else {
      throw Refused(-32602, "runCase takes \"given\" and \"steps\"")
    }
    let session: Session
    do {
      session = try Session(schema: params["schema"], configuration: params["configuration"])
    } catch let failed as StepFailed {
      return .object(["openError": failed.value])
    } catch let unsupported as Unsupported {
      return .object(["unsupported": .string(unsupported.reason)])
    }
    for step in given {
      let outcome = try session.give(step)
      if outcome["unsupported"] != nil { return outcome }
      if outcome["error"] != nil {
        let name = step["do"]?.string ?? ""
        throw Refused(-32000, "the given step \(name) failed", ["step": step, "outcome": outcome])
      }
    }
    let outcomes = try steps.map(session.run)
    return .object(["steps": .array(outcomes), "events": .array(session.trail)])
  }

  private func failure(_ id: Value, _ refused: Refused) -> Value {
    .object(["jsonrpc": .string("2.0"), "id": id, "error": refused.value])
  }
}

/// A request that has no result; becomes the error of a JSON-RPC answer.
struct Refused: Error {
  var value: Value

  init(_ code: Int, _ message: String, _ data: [String: Value]? = nil) {
    var error: [String: Value] = ["code": .number(Double(code)), "message": .string(message)]
    error["data"] = data.map(Value.object)
    value = .object(error)
  }
}
