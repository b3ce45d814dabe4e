extension Decimal128 {
  /// Why a text was refused as a decimal number: what is wrong and where, without the text itself, which may
  /// be someone's data.
  public struct ParsingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of a refusal.
    public struct Code: RawRepresentable, Sendable, Hashable {
      /// The word for programs.
      public var rawValue: String

      /// Makes a code from its word.
      public init(rawValue: String) { self.rawValue = rawValue }

      /// The text is not a number.
      public static let malformed = Code(rawValue: "malformed")
      /// The number has more than 34 significant digits.
      public static let inexact = Code(rawValue: "inexact")
      /// The number is too great.
      public static let overflow = Code(rawValue: "overflow")
      /// The number has digits too far behind the point.
      public static let underflow = Code(rawValue: "underflow")
    }

    /// The kind of the refusal.
    public var code: Code
    /// The sentence for people.
    public var description: String

    static func malformed(at offset: Int) -> ParsingError {
      ParsingError(
        code: .malformed,
        description: "Not a decimal number at byte \(offset): "
          + "write digits with at most one point and an optional exponent, NaN, Infinity or -Infinity"
      )
    }

    static func inexact(at offset: Int) -> ParsingError {
      ParsingError(
        code: .inexact,
        description:
          "More than 34 significant digits at byte \(offset), and a decimal is never rounded: "
          + "write fewer digits"
      )
    }

    static let overflow = ParsingError(
      code: .overflow,
      description: "The decimal number is beyond 9.999999999999999999999999999999999E+6144: "
        + "write a smaller exponent"
    )

    static let underflow = ParsingError(
      code: .underflow,
      description: "The decimal number has digits below 1E-6176, and a decimal is never rounded: "
        + "write a greater exponent or fewer digits"
    )
  }
}
