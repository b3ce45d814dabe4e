/// One sentence of the specification that an implementation can keep or break.
public struct Requirement: Sendable, Hashable {
  /// Permanent, such as `SCOPE-3`.
  public var id: String
  /// How binding it is.
  public var level: Level
  /// The sentence itself.
  public var text: String
  /// The documents and sections it was derived from, or "observed".
  public var source: String
  /// Why no case can show it, if none can.
  public var notObservable: String?
  /// The codes of `touchstone check` that find a violation in a trail, if no case is what shows it.
  public var checkedBy: [String]
  /// Where it stands.
  public var location: TextLocation

  /// A requirement with all its parts.
  public init(
    id: String,
    level: Level,
    text: String,
    source: String,
    notObservable: String?,
    checkedBy: [String] = [],
    location: TextLocation
  ) {
    self.id = id
    self.level = level
    self.text = text
    self.source = source
    self.notObservable = notObservable
    self.checkedBy = checkedBy
    self.location = location
  }
}
