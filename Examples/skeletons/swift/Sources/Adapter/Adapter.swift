/// Answers one request after the other.
struct Adapter {
  private static let version: Int64 = 1

  private var isInitialized = false
  private(set) var isFinished = false

  /// The answer to a line; nil if none is expected.
  ///
  /// Whatever goes wrong costs this request only.
  mutating func answer(to line: String) -> Value? {
    let request: Value
    do { request = try Value(parsing: line.utf8) } catch {
      return failure(.null, Refused(.notJSON, "the line cannot be parsed: \(error)"))
    }
    let sent = request["id"] ?? .null
    var id = Value.null
    do {
      switch sent {
      case .null, .int, .double, .string: id = sent
      default: throw Refused(.notARequest, "the id of a request is a string or a number")
      }
      guard request["jsonrpc"] == .string("2.0") else {
        throw Refused(.notARequest, "a request is an object with \"jsonrpc\": \"2.0\"")
      }
      guard let method = request["method"]?.string else {
        throw Refused(.notARequest, "a request has a method, which is a string")
      }
      if request["id"] == nil { return nil }
      let result = try perform(method, request["params"] ?? .null)
      return .object(["jsonrpc": .string("2.0"), "id": id, "result": result])
    } catch let refused as Refused {
      return failure(id, refused)
    } catch {
      return failure(id, Refused(.caseFailed, "\(error)"))
    }
  }

  private mutating func perform(_ method: String, _ params: Value) throws -> Value {
    switch method {
    case "initialize": return try initialize(params)
    case "runCase":
      guard isInitialized else { throw Refused(.notARequest, "initialize comes before runCase") }
      return try runCase(params)
    case "shutdown":
      isFinished = true
      return .null
    default: throw Refused(.noSuchMethod, "unknown method \(method)")
    }
  }

  private mutating func initialize(_ params: Value) throws -> Value {
    if isInitialized { throw Refused(.notARequest, "initialize comes once") }
    guard let version = params["protocolVersion"]?.int, let edition = params["edition"]?.string
    else { throw Refused(.wrongParameters, "initialize takes \"protocolVersion\" and \"edition\"") }
    let editions = Value.array(Offer.editions.map(Value.string))
    guard version == Self.version, Offer.editions.contains(edition) else {
      throw Refused(
        .notSupported,
        "this version or edition is not supported",
        ["protocolVersions": .array([.int(Self.version)]), "editions": editions]
      )
    }
    isInitialized = true
    return .object([
      "protocolVersion": .int(Self.version),
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
    guard params["schema"]?.object != nil, params["configuration"]?.object != nil,
      let given = params["given"]?.array, let steps = params["steps"]?.array
    else {
      throw Refused(
        .wrongParameters,
        "runCase takes the objects \"schema\" and \"configuration\", and the arrays \"given\" and \"steps\""
      )
    }
    let session: Session
    do {
      session = try Session(schema: params["schema"], configuration: params["configuration"])
    } catch let failed as StepFailed {
      return .object(["openError": failed.value])
    } catch let unsupported as Unsupported {
      return .object(["unsupported": .string(unsupported.reason)])
    }
    for (index, step) in given.enumerated() {
      let outcome = try session.give(step)
      if outcome["unsupported"] != nil { return outcome }
      if outcome["error"] != nil {
        let name = step["do"]?.string ?? ""
        throw Refused(
          .caseFailed,
          "given[\(index)], \(name), failed",
          ["step": step, "outcome": outcome]
        )
      }
    }
    let outcomes = try steps.map(session.run)
    return .object(["steps": .array(outcomes), "events": .array(try session.trail())])
  }

  private func failure(_ id: Value, _ refused: Refused) -> Value {
    .object(["jsonrpc": .string("2.0"), "id": id, "error": refused.value])
  }
}

/// A request that has no result; becomes the error of a JSON-RPC answer.
struct Refused: Error {
  /// Chapter "Wire protocol", "Errors".
  enum Code: Int64 {
    case notJSON = -32700
    case notARequest = -32600
    case noSuchMethod = -32601
    case wrongParameters = -32602
    case caseFailed = -32603
    case notSupported = -32000
  }

  var value: Value

  init(_ code: Code, _ message: String, _ data: [Value.Key: Value]? = nil) {
    var error: [Value.Key: Value] = ["code": .int(code.rawValue), "message": .string(message)]
    error["data"] = data.map(Value.object)
    value = .object(error)
  }
}
