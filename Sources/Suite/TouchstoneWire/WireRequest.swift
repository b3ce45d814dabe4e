package import JSON
package import Touchstone

/// A message to an implementation.
package struct WireRequest: Sendable, Hashable {
  /// What the answer carries back; nil if no answer is wanted.
  package var id: JSON?
  /// What is to be done.
  package var method: String
  /// What it is to be done with; null if nothing is said.
  package var params: JSON

  /// A request.
  package init(id: JSON?, method: String, params: JSON = .null) {
    self.id = id
    self.method = method
    self.params = params
  }

  /// Reads a request.
  ///
  /// Members that it does not know are passed over.
  package init(message: JSON) throws(WireError) {
    guard case .object(let members) = message else {
      throw .invalidRequest("a request is a JSON object")
    }
    guard members["jsonrpc"] == "2.0" else {
      throw .invalidRequest("a request says \"jsonrpc\": \"2.0\"")
    }
    guard let method = members["method"]?.string else {
      throw .invalidRequest("a request names its \"method\"")
    }
    switch members["id"] {
    case nil, .null, .int, .number, .string: break
    default: throw .invalidRequest("the \"id\" of a request is a number or a string")
    }
    self.init(id: members["id"], method: method, params: members["params"] ?? .null)
  }

  /// The first request of all.
  package static func initialize(edition: String) -> WireRequest {
    WireRequest(
      id: 0,
      method: "initialize",
      params: ["protocolVersion": .int(Wire.version), "edition": .string(edition)]
    )
  }

  /// All requests of a run of one case.
  package static func conversation(about testCase: Case, edition: String) -> [WireRequest] {
    let program = CaseProgram(of: testCase)
    return [
      initialize(edition: edition), WireRequest(id: 1, method: "runCase", params: program.message),
      WireRequest(id: 2, method: "shutdown"),
    ]
  }

  /// The form in which it is sent.
  package var message: JSON {
    var object: JSONObject = ["jsonrpc": "2.0"]
    object["id"] = id
    object["method"] = .string(method)
    if !params.isNull { object["params"] = params }
    return .object(object)
  }
}
