import Formats
import Foundation
import ReferenceRealm
import Testing

struct Decimal128ComparisonTests {
  @Test func `Every member of an ascending chain is less than all that follow`() throws {
    let chain = try [
      "-Infinity", "-9.999999999999999999999999999999999E+6144", "-1E+6111", "-10", "-9.99",
      "-1", "-1E-6176", "0", "1E-6176", "2E-6176", "9.999999999999999999999999999999999E-6143",
      "0.1", "0.1000000000000000000000000000000001", "1", "1.000000000000000000000000000000001",
      "9", "10", "11", "1E+10", "10000000001", "1E+6111",
      "9.999999999999999999999999999999998E+6144", "9.999999999999999999999999999999999E+6144",
      "Infinity",
    ].map { try #require(Decimal128($0)) }
    for (i, left) in chain.enumerated() {
      for (j, right) in chain.enumerated() {
        #expect(Decimal128.compare(left, right) == (i - j).signum(), "\(left) and \(right)")
        #expect((left == right) == (i == j))
      }
    }
  }

  @Test(arguments: [
    ["1.5", "1.50", "15E-1", "1.500000000000000000000000000000000", "0.00015E+4"],
    ["0", "-0", "0E+6111", "0E-6176", "-0.00"],
    ["1E+6111", "1.0E+6111", "1.000000000000000000000000000000000E+6111"],
    ["-1E+33", "-1000000000000000000000000000000000"],
    ["1E-6143", "1.000000000000000000000000000000000E-6143"],
    ["NaN", "nan"],
  ])
  func `Spellings of one number are equal and hash alike`(texts: [String]) throws {
    let values = try texts.map { try #require(Decimal128($0)) }
    #expect(Set(values).count == 1)
    for left in values { for right in values { #expect(left == right) } }
  }

  @Test func `NaN has no order, yet equals itself`() {
    #expect(Decimal128.nan == .nan)
    #expect(Decimal128.nan != Decimal128(0))
    #expect(Decimal128(0) != .nan)
    #expect(Decimal128.compare(.nan, .nan) == nil)
    #expect(Decimal128.compare(.nan, .infinity) == nil)
    #expect(Decimal128.compare(Decimal128(1), .nan) == nil)
    #expect(Decimal128.compare(.nan, Decimal128(0)) == nil)
    #expect(Decimal128.nan.compare(to: Double.nan) == nil)
  }

  @Test func `Integers compare exactly at the ends of their range`() throws {
    func compare(_ text: String, _ integer: Int64) throws -> Int? {
      Decimal128.compare(try #require(Decimal128(text)), Decimal128(integer))
    }
    #expect(try compare("9223372036854775807.5", .max) == 1)
    #expect(try compare("9223372036854775806.5", .max) == -1)
    #expect(try compare("-9223372036854775808", .min) == 0)
    #expect(try compare("-9223372036854775808.1", .min) == -1)
    #expect(try compare("5.00", 5) == 0)
    #expect(try compare("Infinity", .max) == 1)
    #expect(try compare("-Infinity", .min) == -1)
  }

  @Test func `Random numbers compare as Foundation's decimals do`() throws {
    var random = SplitMix64(seed: 2)
    for _ in 0..<3000 {
      let texts = (0..<2).map { _ in
        let sign = Bool.random(using: &random) ? "-" : ""
        let digits = UInt64.random(in: 0...999, using: &random)
        return "\(sign)\(digits)E\(Int.random(in: -3...3, using: &random))"
      }
      let left = try #require(Decimal128(texts[0]))
      let right = try #require(Decimal128(texts[1]))
      let a = try #require(Decimal(string: texts[0]))
      let b = try #require(Decimal(string: texts[1]))
      #expect(Decimal128.compare(left, right) == (a < b ? -1 : (a > b ? 1 : 0)), "\(texts)")
      if a == b { #expect(left.hashValue == right.hashValue, "\(texts)") }
    }
  }

  @Test func `A number equals itself with zeros appended, and not the next one`() throws {
    var random = SplitMix64(seed: 3)
    for _ in 0..<3000 {
      let digits = UInt64.random(in: 1...99_999_999, using: &random)
      let exponent = Int.random(in: -6000...6000, using: &random)
      let zeros = Int.random(in: 0...25, using: &random)
      let short = try #require(Decimal128("\(digits)E\(exponent)"))
      let padded = "\(digits)" + String(repeating: "0", count: zeros)
      let long = try #require(Decimal128("\(padded)E\(exponent - zeros)"))
      let more = "\(digits)" + String(repeating: "0", count: 25) + "1"
      let next = try #require(Decimal128("\(more)E\(exponent - 26)"))
      #expect(short == long)
      #expect(short.hashValue == long.hashValue)
      #expect(Decimal128.compare(long, next) == -1)
      #expect(Decimal128.compare(next, short) == 1)
    }
  }
}
