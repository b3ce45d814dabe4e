import Formats
import JSON
import Touchstone

/// A circumstance in which requirements say what is right: a run that never met it says nothing about them.
struct Condition: Sendable {
  let requirements: [String]
  /// The circumstance in a few words.
  let sentence: String
  /// How often a program meets it.
  let count: @Sendable (ProgramFacts) -> Int

  /// Whether programs of a class can meet it.
  func isMet(in conformanceClass: ConformanceClass) -> Bool {
    let chapter = Self.chapter(of: requirements[0])
    return switch conformanceClass {
    case .recording: !Self.syncChapters.contains(chapter) && chapter != "REALM"
    case .eventRealm: !Self.syncChapters.contains(chapter)
    case .flexibleSync: chapter == "FLEX"
    case .mobilePlatform: Self.syncChapters.contains(chapter) && chapter != "FLEX"
    }
  }

  /// Every condition, by chapter.
  static let all =
    scopes + reads + combining + links + writes + serialization + others + sync + mobilePlatform

  /// The chapter of a requirement, such as `SCOPE`.
  static func chapter(of requirement: String) -> String {
    String(requirement.prefix { $0 != "-" })
  }

  /// The chapters about what several devices have in common.
  private static let syncChapters: Set<String> = [
    "FLEX", "USER", "OPEN", "ACCESS", "MERGE", "SCHEMA", "SESSION", "PROGRESS", "ERROR", "RESET",
  ]
}

/// What most conditions count: one of the things that the facts of a program list. Requirements stand with spaces between
/// them, as in `"SCOPE-3 SCOPE-4"`.
extension Condition {
  static func counted(
    _ requirements: String,
    _ sentence: String,
    _ count: @escaping @Sendable (ProgramFacts) -> Int
  ) -> Condition {
    let requirements = requirements.split(separator: " ").map(String.init)
    return Condition(requirements: requirements, sentence: sentence, count: count)
  }

  /// Steps of a kind, or of any.
  static func acts(
    _ requirements: String,
    _ sentence: String,
    _ kind: StepKind? = nil,
    _ isMet: @escaping @Sendable (ProgramFacts.Act) -> Bool = { _ in true }
  ) -> Condition {
    counted(requirements, sentence) { facts in
      (kind.map(facts.acts) ?? facts.acts).count(where: isMet)
    }
  }

  static func events(
    _ requirements: String,
    _ sentence: String,
    _ isMet: @escaping @Sendable (JSON) -> Bool
  ) -> Condition {
    counted(requirements, sentence) { $0.events.count(where: isMet) }
  }

  /// Places of payloads where a property stands.
  static func places(
    _ requirements: String,
    _ sentence: String,
    _ isMet: @escaping @Sendable (ProgramFacts.Place) -> Bool
  ) -> Condition {
    counted(requirements, sentence) { $0.places.count(where: isMet) }
  }

  /// Places that show a value of such a type.
  static func values(
    _ requirements: String,
    _ sentence: String,
    _ isMet: @escaping @Sendable (PropertyType) -> Bool
  ) -> Condition {
    places(requirements, sentence) { isMet($0.type) && !$0.value.isNull }
  }

  /// Places of links.
  static func links(
    _ requirements: String,
    _ sentence: String,
    _ isMet: @escaping @Sendable (ProgramFacts.Place) -> Bool
  ) -> Condition {
    counted(requirements, sentence) { facts in
      facts.places.count { place in
        place.type.isObject && !facts.schema.isEmbedded(place.type.className) && isMet(place)
      }
    }
  }

  /// Entries of write events.
  static func changes(
    _ requirements: String,
    _ sentence: String,
    _ isMet: @escaping @Sendable (ProgramFacts.Change) -> Bool
  ) -> Condition {
    counted(requirements, sentence) { $0.changes.count(where: isMet) }
  }
}
