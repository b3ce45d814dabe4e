/// The closed lists of words of the format.
///
/// A word that is not on its list is a slip of the pen, never an extension.
enum Vocabulary {
  static let classes = ConformanceClass.allCases.map(\.rawValue)
  static let editions = ["2022", "2023", "core"]
  static let features = Feature.allCases.map(\.rawValue)
  static let errorCodes = ErrorCode.allCases.map(\.rawValue)
  static let plainTypes = [
    "bool", "int", "float", "double", "string", "data", "date", "objectId", "uuid", "decimal128",
    "mixed",
  ]
  static let primaryKeyTypes = ["int", "string", "objectId", "uuid"]
}

extension Suite {
  /// Every edition of the specification.
  public static var editions: [String] { Vocabulary.editions }

  /// Every conformance class.
  public static var conformanceClasses: [String] { Vocabulary.classes }

  /// Every optional feature that an implementation may lack.
  public static var features: [String] { Vocabulary.features }

  /// Every code that a failing step may have.
  public static var errorCodes: [String] { Vocabulary.errorCodes }
}

extension String {
  /// Whether this is made of lowercase words and numbers with single hyphens between them.
  var isKebabCase: Bool {
    split(separator: "-", omittingEmptySubsequences: false).allSatisfy { part in
      !part.isEmpty
        && part.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
    }
  }

  /// This text in quotes, short enough for one line of a message.
  package var quoted: String { "\"" + (count > 80 ? prefix(79) + "…" : self[...]) + "\"" }
}
