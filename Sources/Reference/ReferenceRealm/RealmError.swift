/// A misuse of a realm: what was refused, with a code that programs can tell apart and a sentence for people.
public struct RealmError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of a misuse.
  ///
  /// Its raw value is the error code of the wire protocol.
  public enum Code: String, Sendable {
    /// Something was to be changed outside a write transaction.
    case notInWriteTransaction = "not-in-write-transaction"
    /// A second write transaction was to be opened.
    case alreadyInWriteTransaction = "already-in-write-transaction"
    /// There is an object of that class and key already.
    case duplicatePrimaryKey = "duplicate-primary-key"
    /// The object was deleted, or its transaction cancelled.
    case objectInvalidated = "object-invalidated"
    /// A value or an operation does not fit the type of the property.
    case typeMismatch = "type-mismatch"
    /// A property that is not optional was given no value.
    case missingValue = "missing-value"
    /// The primary key of an object was to be assigned.
    case primaryKeyChange = "primary-key-change"
    /// There is no element at that place.
    case indexOutOfRange = "index-out-of-range"
    /// There is no such entry or element.
    case noSuchKey = "no-such-key"
    /// The schema has no such class.
    case unknownClass = "unknown-class"
    /// The class has no such property.
    case unknownProperty = "unknown-property"
    /// The client subscribes to no object of the class.
    case noSubscriptionForWrite = "no-subscription-for-write"
    /// The schema contradicts itself.
    case invalidSchema = "other"
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

  /// A value or an operation that does not fit the type of a property.
  static func typeMismatch(_ description: String) -> RealmError {
    .init(.typeMismatch, description)
  }

  /// A schema that contradicts itself.
  static func invalidSchema(_ description: String) -> RealmError {
    .init(.invalidSchema, description)
  }
}
