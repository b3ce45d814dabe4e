import Foundation

/// What to change about a fault that is often made: the form that is right, and the line that writes it.
enum SmokeAdvice {
  /// A fault that can be told from its words.
  private struct Fault {
    /// What stands in the words.
    let sign: String
    let advice: String
    /// The line that does it right, by language.
    var lines: [String: String] = [:]
  }

  /// The advice about faults, if one of them is often made; the first counts.
  static func advice(for faults: [String], language: String) -> String? {
    let known = faults.lazy.compactMap { fault in all.first { fault.contains($0.sign) } }.first
    guard let known else { return nil }
    let name = aliases[language.lowercased()] ?? language.lowercased()
    return known.advice + (known.lines[name].map { " In \(language): \($0)" } ?? "")
  }

  private static let aliases = [
    "typescript": "javascript", "js": "javascript", "java": "kotlin", "python3": "python",
  ]

  private static let all = [
    Fault(
      sign: Conversation<Never>.notAMessage,
      advice: "Write what is for people to standard error.",
      lines: [
        "python": "print(text, file=sys.stderr)", "javascript": "console.error(text)",
        "swift": "FileHandle.standardError.write(Data(text.utf8))",
        "kotlin": "System.err.println(text)", "go": "fmt.Fprintln(os.Stderr, text)",
        "dart": "stderr.writeln(text)",
      ]
    ),
    Fault(
      sign: Conversation<Never>.notAsked,
      advice: #"Copy the "id" of the request into its answer, as it is."#,
      lines: [
        "python": #"answer = {"jsonrpc": "2.0", "id": request["id"], "result": result}"#,
        "javascript": #"const answer = { jsonrpc: "2.0", id: request.id, result }"#,
        "swift": #"["jsonrpc": "2.0", "id": request["id"], "result": result]"#,
        "kotlin": #"answer["id"] = request["id"]"#,
        "go": "answer.ID = request.ID // a json.RawMessage",
        "dart": "answer['id'] = request['id'];",
      ]
    ),
    Fault(
      sign: "]._id: ",
      advice:
        #"The right form is "_id": {"$oid": "62b396f4ebe94d2b871889bb"}: 24 hexadecimal digits, new for each event."#,
      lines: [
        "python": #""_id": {"$oid": secrets.token_hex(12)}"#,
        "javascript": #"_id: { $oid: randomBytes(12).toString("hex") }"#,
      ]
    ),
    Fault(
      sign: "]._partition: ",
      advice:
        #"The right form is "_partition": "events-62b396f4ebe94d2b871889ba": the prefix, "-", 24 hexadecimal digits."#
    ),
    Fault(
      sign: "].timestamp: ",
      advice: """
        The right form is "timestamp": {"$date": "2022-06-23T14:54:37.756Z"}, or {"$date": {"$numberLong": "1655996077756"}}: \
        when it happened, in UTC.
        """,
      lines: [
        "python":
          #"datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")"#,
        "javascript": "timestamp: { $date: new Date().toISOString() }",
      ]
    ),
  ]
}

/// What a program that cannot keep a value does with it, and the line that keeps it.
extension SmokeAdvice {
  static let numbers = """
    Read and write JSON without loss: an integer has 64 bits, and a number with a fraction, such as 1.0, is not an \
    integer. JSON.parse of JavaScript, float64 of Go and Foundation's Double keep neither; `touchstone init` writes a reader \
    that does.
    """
}
