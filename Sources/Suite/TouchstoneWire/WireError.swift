package import JSON

/// Why a request has no result: the `error` of a JSON-RPC answer.
package struct WireError: Error, Sendable, Hashable {
  /// What kind of error it is, as JSON-RPC numbers them.
  package var code: Int64
  /// A sentence for people.
  package var message: String
  /// More about it, for programs.
  package var data: JSON?

  /// The line is not JSON.
  package static func unparsable(_ reason: String) -> WireError {
    WireError(code: -32700, message: "the request cannot be parsed: \(reason)")
  }

  /// It is JSON, but not a request, or not one that may be made now.
  package static func invalidRequest(_ reason: String) -> WireError {
    WireError(code: -32600, message: reason)
  }

  /// No such method.
  package static func unknownMethod(_ name: String) -> WireError {
    WireError(code: -32601, message: "unknown method \(JSON.string(name))")
  }

  /// The parameters are not what the method takes.
  package static func invalidParameters(_ reason: String) -> WireError {
    WireError(code: -32602, message: reason)
  }

  /// The implementation could not do what it was asked to.
  package static func failed(_ reason: String) -> WireError {
    WireError(code: -32603, message: reason)
  }

  /// A version or an edition that is not spoken; the data says what is.
  package static func notSpoken(
    _ reason: String,
    versions: [Int64] = [Wire.version],
    editions: [String]? = nil
  ) -> WireError {
    var data: JSONObject = ["protocolVersions": .array(versions.map(JSON.int))]
    data["editions"] = editions.map { .array($0.map(JSON.string)) }
    return WireError(code: -32000, message: reason, data: .object(data))
  }
}

extension WireError {
  /// Reads the `error` of an answer; nil if it has another form.
  package init?(message json: JSON) {
    guard let code = json["code"]?.int, let text = json["message"]?.string else { return nil }
    self.init(code: code, message: text, data: json["data"])
  }

  /// The form in which it is sent.
  package var json: JSON {
    var object: JSONObject = ["code": .int(code), "message": .string(message)]
    object["data"] = data
    return .object(object)
  }
}

extension WireError: CustomStringConvertible {
  /// The sentence, the number and the data.
  package var description: String {
    "\(message) (\(code)\(data.map { ", \($0)" } ?? ""))"
  }
}
