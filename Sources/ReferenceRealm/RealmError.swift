/// A misuse of a realm: what was refused, with a code that programs can tell apart and a sentence for people.
public struct RealmError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of a misuse.
  ///
  /// Its raw value is the error code of the wire protocol.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The error code of the wire protocol.
    public var rawValue: String
    /// The code of that name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Something was to be changed outside a write transaction.
    public static let notInWriteTransaction = Code(rawValue: "not-in-write-transaction")
    /// A second write transaction was to be opened.
    public static let alreadyInWriteTransaction = Code(rawValue: "already-in-write-transaction")
    /// There is an object of that class and key already.
    public static let duplicatePrimaryKey = Code(rawValue: "duplicate-primary-key")
    /// The object was deleted, or its transaction cancelled.
    public static let objectInvalidated = Code(rawValue: "object-invalidated")
    /// A value or an operation does not fit the type of the property.
    public static let typeMismatch = Code(rawValue: "type-mismatch")
    /// A property that is not optional was given no value.
    public static let missingValue = Code(rawValue: "missing-value")
    /// The primary key of an object was to be assigned.
    public static let primaryKeyChange = Code(rawValue: "primary-key-change")
    /// There is no element at that place.
    public static let indexOutOfRange = Code(rawValue: "index-out-of-range")
    /// There is no such entry or element.
    public static let noSuchKey = Code(rawValue: "no-such-key")
    /// The schema has no such class.
    public static let unknownClass = Code(rawValue: "unknown-class")
    /// The class has no such property.
    public static let unknownProperty = Code(rawValue: "unknown-property")
    /// The schema contradicts itself.
    public static let invalidSchema = Code(rawValue: "other")
  }

  /// What kind of misuse it is.
  public var code: Code
  /// What was refused and why, in a sentence.
  public var description: String

  /// An error of this kind.
  public init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
