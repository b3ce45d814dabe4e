/// All that is known of a kind of finding, in one place: reports, the Spec and every command take it from here.
///
/// Texts may have names between backticks, as in Markdown.
package struct FindingEntry: Sendable {
  /// How much it matters, unless the check says otherwise.
  package let level: FindingCode.Level
  /// The requirement that is violated, such as `META-1`.
  package let requirement: String
  /// What it hides from readers of the trail.
  package let hides: Hidden
  /// What is wrong, in one line.
  package let meaning: String
  /// What else it can be, or why it is of this level; nil where the meaning says it all.
  package let reason: String?
  /// What follows from it for those who rely on the trail.
  package let consequence: String
  /// What may have caused it, the harmless first.
  package let explanation: String
  /// What an event would be that makes both of two events right; nil if none does.
  package let missing: String?

  /// What of a trail cannot be read where something is found.
  package enum Hidden: String, Sendable, CaseIterable {
    case nothing, objects, field, payload, document, rest

    /// Whether something is there that cannot be read: it is missing from every answer, and from all that is made of the
    /// trail.
    package var isUnread: Bool {
      switch self {
      case .nothing, .objects: false
      case .field, .payload, .document, .rest: true
      }
    }

    /// In words.
    package var meaning: String {
      switch self {
      case .nothing: "nothing: what is wrong can be read, and what is absent is not hidden"
      case .objects:
        "nothing if the event is the custom event that it is taken for, and else its objects"
      case .field: "what a field says"
      case .payload: "what a payload says, or a part of it"
      case .document: "a document"
      case .rest: "the rest of a file"
      }
    }
  }

  /// What it hides has no default, so that it cannot be forgotten.
  init(
    _ level: FindingCode.Level,
    _ requirement: String,
    hides: Hidden,
    _ meaning: String,
    reason: String? = nil,
    consequence: String,
    explanation: String,
    missing: String? = nil
  ) {
    (self.level, self.requirement, self.hides) = (level, requirement, hides)
    (self.meaning, self.reason) = (meaning, reason)
    (self.consequence, self.explanation, self.missing) = (consequence, explanation, missing)
  }
}

extension FindingCode {
  /// What is known of it; a test finds a code without an entry.
  package var entry: FindingEntry { found.entry }
  /// What is looked at to find it.
  package var stage: Stage { found.stage }
  /// How much it matters, unless the check says otherwise.
  package var level: Level { entry.level }
  /// The requirement that is violated, such as `META-1`.
  package var requirement: String { entry.requirement }
  /// What is wrong, in one line without Markdown.
  package var meaning: String { entry.meaning.filter { $0 != "`" } }
  /// What it hides from readers of the trail.
  package var hides: FindingEntry.Hidden { entry.hides }

  private var found: (stage: Stage, entry: FindingEntry) {
    guard let found = Self.entries[self] else { preconditionFailure("\(rawValue) has no entry") }
    return found
  }

  private static let entries: [FindingCode: (stage: Stage, entry: FindingEntry)] = {
    let stages: [(Stage, [FindingCode: FindingEntry])] = [
      (.document, FindingEntry.documents), (.payload, FindingEntry.payloads),
      (.types, FindingEntry.types), (.history, FindingEntry.histories),
      (.state, FindingEntry.states),
    ]
    var entries: [FindingCode: (Stage, FindingEntry)] = [:]
    for (stage, table) in stages {
      for (code, entry) in table {
        precondition(entries[code] == nil, "\(code.rawValue) has two entries")
        entries[code] = (stage, entry)
      }
    }
    return entries
  }()
}
