import JSON
import Testing

@testable import TrailCheck
@testable import TrailReading

/// A decimal is written in the one form that IEEE 754-2008 has for its value and exponent (SERIAL-18).
struct CanonicalDecimalTests {
  private func codes(_ text: String) throws -> [String] {
    var options = TrailOptions()
    options.schema = try CaseSchema([
      "P": ["primaryKey": "_id", "properties": ["_id": "int", "d": "decimal128"]]
    ])
    let event = SmallExport.event("read", #"{"type":"P","value":[{"_id":1,"d":"\#(text)"}]}"#)
    return try SmallExport.check(event, options).findings.kinds.filter { $0.level == .error }
      .map(\.code.rawValue)
  }

  @Test(arguments: [
    "0", "-0", "0.000000", "0E-7", "0E+1", "0E-6176", "0E+6111", "1.50", "0.000001", "1E-7",
    "1.2E-7", "0.0000012", "1E+1", "1.2E+3", "1E-6176", "NaN", "-Infinity",
    "9.999999999999999999999999999999999E+6144", "1234567890123456789012345678901234",
  ])
  func `A canonical text is right`(text: String) throws { #expect(try codes(text) == []) }

  @Test(arguments: [
    // Not the form of such an exponent.
    "0.0000001", "0.0000000", "1E-6", "1.2E+1", "1.0E+1", "1E+0", "0.0E-7",
    // More than a decimal of 128 bits holds.
    "1E+7000", "0E-6177", "1E+6112", "12345678901234567890123456789012345",
    // No decimals.
    "1E1", "+1", "01", "100E+2", "1.", ".5", "1E+", "nan",
  ])
  func `Any other text is not`(text: String) throws { #expect(try codes(text) == ["type-decimal"]) }
}
