import Formats
import JSON
import Testing

/// Each number is read into the smallest case that loses nothing of it.
@Suite struct NumberTests {
  @Test(
    arguments: [
      ("0", 0), ("7", 7), ("-1", -1), ("10", 10),
      ("1234567890123456789", 1_234_567_890_123_456_789),
      ("9223372036854775807", .max), ("-9223372036854775808", .min),
    ] as [(String, Int64)]
  )
  func `Integers of 64 bits stay integers`(_ text: String, _ value: Int64) throws {
    #expect(try JSON(parsing: text) == .int(value))
  }

  @Test(arguments: [
    "9223372036854775808", "-9223372036854775809", "18446744073709551616", "9999999999999999999",
    "99999999999999999999", "1e400", "-1e400", "1.5E+309", "1e99999999999999999999",
    "1e-400", "-1e-400", "2e-324", "0.01e-400", "1e-99999999999999999999",
    "123456789012345678901234567890123456789012345678901234567890",
  ])
  func `What fits neither integer nor double keeps its literal`(_ text: String) throws {
    #expect(try JSON(parsing: text) == .number(text))
    #expect(try JSON(parsing: "[\(text)]").text() == "[\(text)]")
  }

  @Test(
    arguments: [
      ("1.0", 1), ("-1.5", -1.5), ("1e0", 1), ("1E2", 100), ("1e+2", 100), ("1e-2", 0.01),
      ("0.1", 0.1),
      ("0e5", 0), ("0.0", 0), ("1.7976931348623157e308", .greatestFiniteMagnitude),
      ("5e-324", .leastNonzeroMagnitude), ("0e-400", 0), ("0.00e-99999999999999999999", 0),
      ("3e-324", .leastNonzeroMagnitude),
      ("9007199254740993.0", 9_007_199_254_740_992), ("9007199254740992e0", 9_007_199_254_740_992),
      ("1e22", 1e22), ("1e23", 1e23), ("123456789012345678901234567890.5", 1.2345678901234568e29),
      ("2.2250738585072011e-308", Double(bitPattern: 0xF_FFFF_FFFF_FFFF)),
      ("0.30000000000000004", 0.1 + 0.2),
      ("8.41e21", 8.41e21), ("9.5367431640625e-7", 0x1p-20), ("12.0000000000000000000000001", 12),
    ] as [(String, Double)]
  )
  func `Fractions and exponents make doubles`(_ text: String, _ value: Double) throws {
    #expect(try JSON(parsing: text) == .double(value))
  }

  @Test(arguments: ["-0", "-0.0", "-0e0", "-0.000", "-0e-400"])
  func `Negative zero keeps its sign`(_ text: String) throws {
    #expect(try JSON(parsing: text) == .double(-0.0))
    #expect(try JSON(parsing: text) != .double(0.0))
  }

  @Test func `Doubles are read as the standard library reads them`() throws {
    var generator = SplitMix64(seed: 5)
    for _ in 0..<20_000 {
      // Shifted, so that every length has its share.
      let digits = generator.next() >> UInt64.random(in: 0...63, using: &generator)
      let fraction = Int.random(in: 0...99999, using: &generator)
      let exponent = Int.random(in: -60...60, using: &generator)
      let literal = "\(digits).\(fraction)e\(exponent)"
      let value = try #require(Double(literal))
      #expect(try JSON(parsing: literal) == .double(value), "\(literal)")
    }
  }
}
