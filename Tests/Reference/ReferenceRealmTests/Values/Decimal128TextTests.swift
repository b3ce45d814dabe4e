import Formats
import ReferenceRealm
import Testing

struct Decimal128TextTests {
  @Test(arguments: [
    "0", "-0", "0.0", "-0.00", "0.000000", "-0.000000", "0E-7", "0E-10", "0E+1", "-0E+2", "0E+6111",
    "0E-6176", "7", "-7", "1.5", "1.50", "12.3", "-123", "1.23E+3", "1.23E+5", "0.00123", "1.23E-8",
    "-1.23E-10", "0.000005", "0.0000050", "5E-7", "1E+10", "1.0E+2", "1E-10", "-345678.5432",
    "0.000001", "1E-7", "0.0000010", "0.9999999999999999999999999999999999",
    "9999999999999999999999999999999999", "100000000000000000", "99999999999999999",
    "1.00000000000000000", "NaN", "Infinity", "-Infinity",
  ])
  func `A canonical text comes back as it was`(text: String) throws {
    #expect(try #require(Decimal128(text)).description == text)
  }

  @Test(arguments: [
    ("-100E-10", "-1.00E-8"), ("1E3", "1E+3"), ("1e+3", "1E+3"), ("1E+03", "1E+3"),
    ("1.0E+1", "10"), ("1E-0", "1"), ("1E+0", "1"), ("+7", "7"), ("007", "7"), ("00.50", "0.50"),
    (".5", "0.5"),
    ("-.0", "-0.0"), ("5.", "5"), ("5.E+1", "5E+1"), ("0.00000001", "1E-8"),
    ("12345689012345789012345E+12", "1.2345689012345789012345E+34"),
    ("nan", "NaN"), ("nAn", "NaN"), ("-NaN", "NaN"), ("+infinity", "Infinity"),
    ("infiniTY", "Infinity"), ("inF", "Infinity"), ("-INF", "-Infinity"),
    ("-infiniTy", "-Infinity"),
  ])
  func `Another spelling is written canonically`(text: String, canonical: String) throws {
    #expect(try #require(Decimal128(text)).description == canonical)
  }

  @Test(arguments: [
    ("10E-6177", "1E-6176"),
    ("1E6111", "1E+6111"),
    ("1E6112", "1.0E+6112"),
    ("-1E6143", "-1.00000000000000000000000000000000E+6143"),
    ("1E6144", "1.000000000000000000000000000000000E+6144"),
    ("10E6143", "1.000000000000000000000000000000000E+6144"),
    ("1000000000000000000000000000000000E-6209", "1E-6176"),
    ("0E+9999999999", "0E+6111"), ("0E-9999999999", "0E-6176"),
    ("-0E+9999999999", "-0E+6111"), ("-0E-9999999999", "-0E-6176"),
    ("0E99999999999999999999999999999999", "0E+6111"),
    ("0.0E-6176", "0E-6176"),
  ])
  func `An exponent out of range is moved where zeros allow it`(
    text: String,
    canonical: String
  ) throws {
    #expect(try #require(Decimal128(text)).description == canonical)
  }

  @Test func `Zeros beyond 34 digits go into the exponent`() throws {
    let zeros = String(repeating: "0", count: 999)
    #expect(
      try #require(Decimal128("1" + zeros)).description
        == "1.000000000000000000000000000000000E+999"
    )
    #expect(try #require(Decimal128("." + zeros.dropLast() + "1")).description == "1E-999")
    #expect(
      try #require(Decimal128(zeros + "1." + zeros + "E0")).description
        == "1.000000000000000000000000000000000"
    )
    #expect(try #require(Decimal128("." + zeros + zeros)).description == "0E-1998")
    #expect(
      try #require(Decimal128("1" + zeros + "E-999")).description
        == "1.000000000000000000000000000000000"
    )
  }

  @Test(arguments: [
    "", "+", "-", ".", "-.", "e", "E02", "E+02", ".e", ".e1", "1e", "1E", "1E+", "1e-", "1e.5",
    "1e1.5", "1..2",
    "..3", ".13.3", "1.3.4", "1.34.", "1.2.", "++1", "--1", "+-1", "1+", "1-", "-2-", ".1+", " 1",
    "1 ",
    "1_000", "1,5", "0x1", "1a", "a1", "infinit", "infinityx", "in", "i", "nanx", "NaN1", "sNaN",
    "NaN(1)",
    "- 1", "1e 1", "1E1E1", "1ee1", "\u{0661}", "1\u{0}", "\u{FF11}", "∞",
  ])
  func `What is not a number is refused`(text: String) {
    #expect(Decimal128(text) == nil)
  }

  @Test(arguments: [
    "12345678901234567890123456789012345", "1.0000000000000000000000000000000001",
    "1000000000000000000000000000000000000000000000001", "-99999999999999999999999999999999999",
    "12345678901234567890123456789012345E-7000",
  ])
  func `More than 34 significant digits are refused, not rounded`(text: String) {
    #expect(Decimal128(text) == nil)
  }

  @Test(arguments: [
    "1E6145", "10E6144", "-1E+6145", "9999999999999999999999999999999999E6112", "12E6144",
    "1E99999999999999999999999999999999",
  ])
  func `A number that is too great is refused`(text: String) {
    #expect(Decimal128(text) == nil)
  }

  @Test(arguments: [
    "1E-6177", "0.1E-6176", "11E-6177", "1000000000000000000000000000000000E-6210",
    "1E-99999999999999999999999999999999",
  ])
  func `A digit too far behind the point is refused, not rounded`(text: String) {
    #expect(Decimal128(text) == nil)
  }

  @Test func `Any finite number is read back with the same bits`() throws {
    var random = SplitMix64(seed: 1)
    for _ in 0..<5000 {
      let value = try #require(Decimal128(random.decimal()))
      let again = try #require(Decimal128(value.description))
      #expect(again.high == value.high && again.low == value.low, "\(value)")
    }
  }

  @Test func `Writing appends to what the buffer holds`() throws {
    var out = Array("[".utf8)
    try #require(Decimal128("-12.50")).write(into: &out)
    try #require(Decimal128("1.5E-9")).write(into: &out)
    #expect(String(decoding: out, as: UTF8.self) == "[-12.501.5E-9")
  }
}
