import JSON

/// What one code box of the documents prints, with its origin and the cases that bring it about.
struct GoldenDocument: Sendable {
  var id: String
  /// `payload`, `event`, `schema`, `message`, `output` or `fixture`.
  var kind: String
  /// The key of the document, such as `S0`.
  var document: String
  var section: String
  var caption: String?
  /// What is printed, letter by letter.
  var text: String
  /// What it means, if that is JSON.
  var value: JSON?
  /// Names of the cases that bring it about.
  var cases: [String]
  var notes: String?

  /// Reads a file of `Golden/documents`.
  init(path: String, text source: [UInt8]) throws(SuiteError) {
    let json: JSON
    do { json = try JSON(parsing: source) } catch {
      let location = TextLocation(
        file: path,
        line: error.position.line,
        column: error.position.column
      )
      throw SuiteError(.malformed, faults: [SuiteFault(location: location, message: error.message)])
    }
    guard let id = json["id"]?.string, id.isKebabCase, let kind = json["kind"]?.string,
      let document = json["origin"]?["document"]?.string, document.isSourceKey,
      let section = json["origin"]?["section"]?.string, let text = json["text"]?.string,
      let cases = json["cases"]?.array
    else {
      let message =
        "a golden document has \"id\", \"kind\", \"origin\" with \"document\" and \"section\", \"text\" and \"cases\""
      let fault = SuiteFault(location: TextLocation(file: path, line: 1), message: message)
      throw SuiteError(.malformed, faults: [fault])
    }
    self.id = id
    self.kind = kind
    self.document = document
    self.section = section
    caption = json["origin"]?["caption"]?.string
    self.text = text
    value = json["value"]
    self.cases = cases.compactMap(\.string)
    notes = json["notes"]?.string
  }
}

extension String {
  /// Whether this is a key of the table of sources, such as `S0`.
  fileprivate var isSourceKey: Bool {
    first == "S" && count <= 4 && count > 1 && dropFirst().allSatisfy { $0.isASCII && $0.isNumber }
  }
}
