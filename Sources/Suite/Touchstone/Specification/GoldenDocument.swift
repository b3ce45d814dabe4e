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
    guard let id = json[.id], id.isKebabCase, let kind = json[.kindOfDocument].flatMap(Kind.init),
      let origin = json[.origin], let document = origin[.document],
      TypedKey<String>.document.form.accepts(.string(document)), let section = origin[.section],
      let text = json[.content], let cases = json[.reproducing]?.array
    else { return nil }
    self.id = id
    self.kind = kind
    self.document = document
    self.section = section
    caption = origin[.caption]?.string
    self.text = text
    value = json[.meaning]
    self.cases = cases.compactMap(\.string)
    notes = json[.remarks]
  }
}

extension TypedKey where Value == String {
  package static var document: Self { Self("document", .sourceKey) }
  package static var section: Self { Self("section", .content) }
  package static var content: Self { Self("text", .content) }
  package static var kindOfDocument: Self {
    Self("kind", .word(GoldenDocument.Kind.allCases.map(\.rawValue)))
  }
  package static var remarks: Self { Self("notes", .content) }
}

extension TypedKey where Value == JSON {
  package static var origin: Self { Self("origin", .object(.documentOrigin)) }
  package static var caption: Self { Self("caption", .nullable(.content)) }
  package static var meaning: Self { Self("value", .anything) }
  package static var reproducing: Self { Self("cases", .caseNames) }
}

extension KeyTable {
  package static let documentOrigin = KeyTable(
    name: "origin",
    owner: "an origin",
    entries: [.required(.document), .required(.section), .required(.caption)]
  )

  package static let document = KeyTable(
    name: "document",
    owner: "a document",
    entries: [
      .required(.id), .required(.kindOfDocument), .required(.origin), .required(.content),
      .optional(.meaning), .required(.reproducing), .optional(.remarks),
    ]
  )
}
