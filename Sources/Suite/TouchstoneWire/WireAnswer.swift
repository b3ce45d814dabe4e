package import JSON

/// A message from an implementation: what came of one request.
package struct WireAnswer: Sendable, Hashable {
  /// The id of the request; null if the request could not be read.
  package var id: JSON
  /// The result, or why there is none.
  package var outcome: Result<JSON, WireError>
}

extension WireAnswer {
  /// Reads an answer.
  ///
  /// Members that it does not know are passed over.
  ///
  /// - Throws: a ``WireError`` that says why it is not one.
  package init(message: JSON) throws(WireError) {
    guard case .object(let members) = message else {
      throw .invalidRequest("a message is a JSON object")
    }
    guard members["jsonrpc"] == "2.0" else {
      throw .invalidRequest("a message says \"jsonrpc\": \"2.0\"")
    }
    guard let id = members["id"] else { throw .invalidRequest("an answer has an \"id\"") }
    switch (members["result"], members["error"]) {
    case (let result?, nil), (let result?, .null): self.init(id: id, outcome: .success(result))
    case (nil, let error?), (.null, let error?):
      guard let error = WireError(message: error) else {
        throw .invalidRequest("an \"error\" has a \"code\", which is an integer, and a \"message\"")
      }
      self.init(id: id, outcome: .failure(error))
    case (nil, nil): throw .invalidRequest("an answer has a \"result\" or an \"error\"")
    default: throw .invalidRequest("an answer has either a \"result\" or an \"error\"")
    }
  }

  /// The form in which it is sent.
  package var message: JSON {
    switch outcome {
    case .success(let result): ["jsonrpc": "2.0", "id": id, "result": result]
    case .failure(let error): ["jsonrpc": "2.0", "id": id, "error": error.json]
    }
  }
}
