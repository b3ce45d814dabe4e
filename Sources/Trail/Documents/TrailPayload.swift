public import JSON

/// What the payload of a scoped event says, without what could not be made sense of.
public enum TrailPayload: Sendable, Hashable {
  /// Objects of a class that were seen.
  case read(className: String, objects: [JSON])
  /// What a transaction changed, class by class.
  case write([Changes])

  /// What a transaction changed of a class.
  public struct Changes: Sendable, Hashable {
    /// The class.
    public var className: String
    /// The new objects as they were at the end.
    public var insertions: [JSON] = []
    /// What changed of other objects.
    public var modifications: [Modification] = []
    /// The objects that are gone, as they were before.
    public var deletions: [JSON] = []

    /// No changes of that class yet.
    public init(className: String) { self.className = className }
  }

  /// What changed of an object.
  public struct Modification: Sendable, Hashable {
    /// The object before.
    public var oldValue: JSON
    /// The properties that differ, after.
    public var newValue: JSON

    /// A change from one to the other.
    public init(oldValue: JSON, newValue: JSON) {
      self.oldValue = oldValue
      self.newValue = newValue
    }
  }
}
