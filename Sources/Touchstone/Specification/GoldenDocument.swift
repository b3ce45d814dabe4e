package import JSON

/// One file of `Golden/documents`: something that the documents print, what it means, and the cases that bring it about.
package struct GoldenDocument: Sendable {
  /// What it is; each kind says in a file of its own what its cases must have.
  package enum Kind: String, CaseIterable, Sendable {
    case payload, representation, event, schema, message, output, fixture
  }

  /// Its name, permanent.
  package var id: String
  /// What it is.
  package var kind: Kind
  /// The key of the document, such as `S0`.
  package var document: String
  /// The heading that it stands below.
  package var section: String
  /// The words above it, if there are any.
  package var caption: String?
  /// What is printed, letter by letter.
  package var text: String
  /// What it means, if that is JSON.
  package var value: JSON?
  /// Names of the cases that bring it about.
  package var cases: [String]
  /// What is odd about it, if anything is.
  package var notes: String?

  /// Reads a file that keeps its schema; nil for any other.
  package init?(_ json: JSON) {
    guard let id = json["id"]?.string, id.isKebabCase,
      let kind = json["kind"]?.string.flatMap(Kind.init),
      let document = json["origin"]?["document"]?.string, document.isSourceKey,
      let section = json["origin"]?["section"]?.string, let text = json["text"]?.string,
      let cases = json["cases"]?.array
    else { return nil }
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

  /// What a case lacks that is said to bring this about; nil if it does.
  func lack(in testCase: Case) -> String? {
    switch kind {
    case .payload: lackOfPayload(in: testCase)
    case .representation: lackOfRepresentation(in: testCase)
    case .event: lackOfEvent(in: testCase)
    case .schema: lackOfSchema(in: testCase)
    case .message, .output: lackOfMessage(in: testCase)
    case .fixture: lackOfFixture(in: testCase)
    }
  }
}

extension Case {
  /// Every event that is expected anywhere: of the whole trail, and of each step that asks for it so far.
  var expectedEvents: [JSON] {
    (expectation[.trail]?.array ?? [])
      + allSteps.filter { $0.kind == .recording(.events) }.flatMap { $0.returns?.array ?? [] }
  }

  /// The steps with all that are nested in them.
  var allSteps: [Step] { steps.flatMap(\.withNested) }

  /// What steps are expected to return, but for trails.
  var returnedValues: [JSON] {
    allSteps.filter { $0.kind != .recording(.events) }.compactMap(\.returns)
  }
}

extension JSON {
  /// Whether this or something in it fulfils a condition.
  func holds(where fits: (JSON) -> Bool) -> Bool {
    if fits(self) { return true }
    return switch self {
    case .array(let elements): elements.contains { $0.holds(where: fits) }
    case .object(let members): members.contains { $0.value.holds(where: fits) }
    default: false
    }
  }

  /// Whether this has all that another value has: it is the same, or both are objects and this has each of its
  /// members just so.
  func covers(_ other: JSON) -> Bool {
    guard case .object(let wanted) = other, case .object(let members) = self else {
      return self == other
    }
    return wanted.allSatisfy { members[$0.key] == $0.value }
  }
}

extension String {
  /// Whether this is a key of the table of sources, such as `S0`.
  fileprivate var isSourceKey: Bool {
    first == "S" && count <= 4 && count > 1 && dropFirst().allSatisfy { $0.isASCII && $0.isNumber }
  }
}
