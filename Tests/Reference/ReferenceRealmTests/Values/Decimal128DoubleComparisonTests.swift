import Formats
import ReferenceRealm
import Testing

struct Decimal128DoubleComparisonTests {
  /// The first 34 digits of what the double exactly is, which goes on after them.
  @Test(arguments: [
    ("0.1000000000000000055511151231257827", "0.1000000000000000055511151231257828", 0.1),
    (
      "4.940656458412465441765687928682213E-324", "4.940656458412465441765687928682214E-324",
      Double.leastNonzeroMagnitude
    ),
    (
      "1.797693134862315708145274237317043E+308", "1.797693134862315708145274237317044E+308",
      Double.greatestFiniteMagnitude
    ),
    (
      "2.225073858507201383090232717332404E-308", "2.225073858507201383090232717332405E-308",
      Double.leastNormalMagnitude
    ),
  ])
  func `A double lies between the two decimals around it`(
    below: String,
    above: String,
    double: Double
  ) throws {
    #expect(try #require(Decimal128(below)).compare(to: double) == -1)
    #expect(try #require(Decimal128(above)).compare(to: double) == 1)
    #expect(try #require(Decimal128("-" + below)).compare(to: -double) == 1)
    #expect(try #require(Decimal128("-" + above)).compare(to: -double) == -1)
    #expect(try #require(Decimal128(above)).compare(to: -double) == 1)
  }

  @Test(
    arguments: [
      ("0.1", 0.1, -1), ("0.3", 0.1 + 0.2, -1), ("0.3", 0.3, 1), ("1.50", 1.5, 0),
      ("-0.25", -0.25, 0),
      ("0", -0.0, 0), ("-0E+10", 0, 0), ("1E+22", 1e22, 0), ("1E+23", 1e23, 1),
      ("9007199254740993", 9_007_199_254_740_992, 1),
      ("9007199254740992.0", 9_007_199_254_740_992, 0),
      ("9007199254740991.999999999999999999", 9_007_199_254_740_992, -1),
      ("18446744073709551616", 0x1p64, 0), ("18446744073709551617", 0x1p64, 1),
      ("1E+309", Double.greatestFiniteMagnitude, 1), ("1E+6144", .greatestFiniteMagnitude, 1),
      ("1E-6176", .leastNonzeroMagnitude, -1), ("1E-400", 0, 1), ("-1E-400", 0, -1),
      ("1E+6144", .infinity, -1), ("Infinity", .infinity, 0), ("-Infinity", .infinity, -1),
      ("-Infinity", -.infinity, 0), ("Infinity", .greatestFiniteMagnitude, 1), ("5", -.infinity, 1),
      ("1", -1, 1), ("-1", 1, -1), ("-2", -1, -1),
    ] as [(String, Double, Int)]
  )
  func `A decimal compares to a double as both exactly are`(
    text: String,
    double: Double,
    expected: Int
  ) throws {
    #expect(try #require(Decimal128(text)).compare(to: double) == expected)
  }

  @Test func `NaN has no order`() {
    #expect(Decimal128.nan.compare(to: 1.0) == nil)
    #expect(Decimal128(1).compare(to: Double.nan) == nil)
    #expect(Decimal128.infinity.compare(to: Double.nan) == nil)
  }

  @Test func `A double's shortest text lies between the double's neighbours`() throws {
    var random = SplitMix64(seed: 4)
    for _ in 0..<5000 {
      let double = Double(bitPattern: random.next())
      guard double.isFinite else { continue }
      let decimal = try #require(Decimal128(double.description))
      #expect(decimal.compare(to: double.nextUp) == -1, "\(double)")
      #expect(decimal.compare(to: double.nextDown) == 1, "\(double)")
    }
  }

  @Test func `A fraction of a power of two equals its decimal, and not the next one`() throws {
    var random = SplitMix64(seed: 5)
    for _ in 0..<3000 {
      let halvings = Int.random(in: 0...25, using: &random)
      let numerator = UInt64.random(in: 1...50_000_000, using: &random)
      var coefficient = UInt128(numerator)
      for _ in 0..<halvings { coefficient *= 5 }
      let double = Double(numerator) / Double(UInt64(1) << UInt64(halvings))
      let exact = try #require(Decimal128("\(coefficient)E-\(halvings)"))
      #expect(exact.compare(to: double) == 0)
      #expect(try #require(Decimal128("\(coefficient + 1)E-\(halvings)")).compare(to: double) == 1)
      #expect(try #require(Decimal128("\(coefficient - 1)E-\(halvings)")).compare(to: double) == -1)
    }
  }
}
