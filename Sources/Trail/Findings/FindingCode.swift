/// A kind of finding: what is wrong, how much that matters, and which requirement says so.
///
/// All of them stand in ``FindingCode/all``, and the linter holds them against the Spec.
public struct FindingCode: Sendable, Hashable, Comparable {
  /// How much a finding matters.
  public enum Level: String, Sendable, CaseIterable, Comparable {
    /// The documents promise otherwise.
    case error
    /// The documents may promise otherwise: there are trails in which it is right.
    case warning
    /// Worth knowing, and no fault.
    case info

    private var weight: Int { self == .error ? 2 : self == .warning ? 1 : 0 }

    /// By weight: info, warning, error.
    public static func < (left: Self, right: Self) -> Bool { left.weight < right.weight }
  }

  /// What is looked at to find it; each level of checking includes those before it.
  public enum Stage: String, Sendable, CaseIterable, Comparable {
    /// Files, lines, and the fields of documents.
    case document
    /// What stands in the payloads.
    case payload
    /// The values in the payloads, held against a schema or against each other.
    case types
    /// What the events say of the same objects.
    case history

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    /// In the order in which they build on each other.
    public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }
  }

  /// Permanent, such as `id-twice`.
  public let name: String
  /// How much it matters, unless the check says otherwise.
  public let level: Level
  /// What is looked at to find it.
  public let stage: Stage
  /// The requirement that is violated, such as `META-1`.
  public let requirement: String
  /// What is wrong, in one line.
  public let meaning: String

  init(
    _ name: String,
    _ level: Level,
    _ stage: Stage,
    _ requirement: String,
    _ meaning: String
  ) {
    self.name = name
    self.level = level
    self.stage = stage
    self.requirement = requirement
    self.meaning = meaning
  }

  /// Names are unique.
  public static func == (left: Self, right: Self) -> Bool { left.name == right.name }

  /// Feeds the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// By name.
  public static func < (left: Self, right: Self) -> Bool { left.name < right.name }

  /// Every code there is.
  public static let all: [FindingCode] =
    reading + document + payload + types + history

  /// The code of that name.
  public static func named(_ name: String) -> FindingCode? { byName[name] }

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}
