/// One thing that is wrong in a trail, with all that is needed to look at it.
public struct TrailFinding: Sendable, Hashable {
  /// What kind of thing it is.
  public var code: FindingCode
  /// How much it matters here.
  public var level: FindingCode.Level
  /// Where the document stands.
  public var position: TrailPosition
  /// The document's `_id`, if it could be read.
  public var id: String?
  /// What is wrong, as a sentence.
  public var sentence: String
  /// The events that disagree, the first one first; empty where one document is wrong on its own.
  public var related: [RelatedEvent]

  /// A finding with all its parts.
  public init(
    code: FindingCode,
    level: FindingCode.Level? = nil,
    position: TrailPosition,
    id: String? = nil,
    sentence: String,
    related: [RelatedEvent] = []
  ) {
    self.code = code
    self.level = level ?? code.level
    self.position = position
    self.id = id
    self.sentence = sentence
    self.related = related
  }

  /// An event that takes part in a contradiction.
  public struct RelatedEvent: Sendable, Hashable {
    /// Where it stands.
    public var position: TrailPosition
    /// Its `_id`.
    public var id: String?
    /// Its time in milliseconds since 1970.
    public var timestamp: Int64?
    /// What it says, such as `left name = "Tony"`.
    public var statement: String

    /// An event with what it says.
    public init(position: TrailPosition, id: String?, timestamp: Int64?, statement: String) {
      self.position = position
      self.id = id
      self.timestamp = timestamp
      self.statement = statement
    }
  }
}

extension TrailFinding: Comparable {
  /// By place, then by what is said there: the same order whichever was found first.
  public static func < (left: Self, right: Self) -> Bool {
    if left.position != right.position { return left.position < right.position }
    return (left.code.name, left.sentence) < (right.code.name, right.sentence)
  }
}
