/// A misuse of a realm: what was refused, with a code that programs can tell apart and a sentence for people.
public struct RealmError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of a misuse. Its raw value is the error code of the wire protocol.
  public struct Code: RawRepresentable, Sendable, Hashable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let notInWriteTransaction = Code(rawValue: "not-in-write-transaction")
    public static let alreadyInWriteTransaction = Code(rawValue: "already-in-write-transaction")
    public static let duplicatePrimaryKey = Code(rawValue: "duplicate-primary-key")
    public static let objectInvalidated = Code(rawValue: "object-invalidated")
    public static let typeMismatch = Code(rawValue: "type-mismatch")
    public static let missingValue = Code(rawValue: "missing-value")
    public static let primaryKeyChange = Code(rawValue: "primary-key-change")
    public static let indexOutOfRange = Code(rawValue: "index-out-of-range")
    public static let noSuchKey = Code(rawValue: "no-such-key")
    public static let unknownClass = Code(rawValue: "unknown-class")
    public static let unknownProperty = Code(rawValue: "unknown-property")
    /// The schema contradicts itself.
    public static let invalidSchema = Code(rawValue: "other")
  }

  public var code: Code
  public var description: String

  public init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
