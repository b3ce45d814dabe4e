import Testing

@testable import ReferenceRealm

/// The bits are those that the BSON corpus states, here as the two halves of the number.
struct Decimal128EncodingTests {
  @Test(
    arguments: [
      ("NaN", 0x7C00_0000_0000_0000, 0),
      ("Infinity", 0x7800_0000_0000_0000, 0),
      ("-Infinity", 0xF800_0000_0000_0000, 0),
      ("0", 0x3040_0000_0000_0000, 0),
      ("-0", 0xB040_0000_0000_0000, 0),
      ("-0.0", 0xB03E_0000_0000_0000, 0),
      ("2", 0x3040_0000_0000_0000, 2),
      ("2.000", 0x303A_0000_0000_0000, 2000),
      ("0.1", 0x303E_0000_0000_0000, 1),
      ("0.001234", 0x3034_0000_0000_0000, 1234),
      ("0.00123400000", 0x302A_0000_0000_0000, 123_400_000),
      ("0.1234567890123456789012345678901234", 0x2FFC_3CDE_6FFF_9732, 0xDE82_5CD0_7E96_AFF2),
      ("0.000001234567890123456789012345678901234", 0x2FF2_3CDE_6FFF_9732, 0xDE82_5CD0_7E96_AFF2),
      ("1.234567890123456789012345678901234E-7", 0x2FF0_3CDE_6FFF_9732, 0xDE82_5CD0_7E96_AFF2),
      ("1234567890123456789012345678901234", 0x3040_3CDE_6FFF_9732, 0xDE82_5CD0_7E96_AFF2),
      ("5192296858534827628530496329220095", 0x3040_FFFF_FFFF_FFFF, 0xFFFF_FFFF_FFFF_FFFF),
      ("1E-6176", 0, 1),
      ("-1E-6176", 0x8000_0000_0000_0000, 1),
      ("9.999999999999999999999999999999999E-6143", 0x0001_ED09_BEAD_87C0, 0x378D_8E63_FFFF_FFFF),
      ("-1.00E-8", 0xB02C_0000_0000_0000, 100),
      ("0E+6000", 0x5F20_0000_0000_0000, 0),
      ("0E-611", 0x2B7A_0000_0000_0000, 0),
      ("1E+3", 0x3046_0000_0000_0000, 1),
      ("1.050E+4", 0x3042_0000_0000_0000, 1050),
      ("1.05E+3", 0x3042_0000_0000_0000, 105),
      ("1.000000000000000000000000000000000E+6144", 0x5FFE_314D_C644_8D93, 0x38C1_5B0A_0000_0000),
      ("9.999999999999999999999999999999999E+6144", 0x5FFF_ED09_BEAD_87C0, 0x378D_8E63_FFFF_FFFF),
    ] as [(String, UInt64, UInt64)]
  )
  func `A canonical text and its bits are two forms of one value`(
    text: String,
    high: UInt64,
    low: UInt64
  ) throws {
    let value = try #require(Decimal128(text))
    #expect(value.high == high)
    #expect(value.low == low)
    #expect(Decimal128(high: high, low: low).description == text)
  }

  @Test(
    arguments: [
      ("0", 0x6C10_0000_0000_0000, 0),
      ("-0", 0xEC10_0000_00EF_BEAD, 0xDE10_3254_7698_BADC),
      ("0E+3", 0x6C11_FFFF_FFFF_FFFF, 0xFFFF_FFFF_FFFF_FFFF),
      // One more than 34 nines.
      ("0", 0x3041_ED09_BEAD_87C0, 0x378D_8E64_0000_0000),
    ] as [(String, UInt64, UInt64)]
  )
  func `A coefficient beyond 34 digits reads as zero`(text: String, high: UInt64, low: UInt64) {
    let value = Decimal128(high: high, low: low)
    #expect(value.description == text)
    #expect(value == Decimal128(0))
  }

  @Test(
    arguments: [
      (0xFC00_0000_0000_0000, 0), (0x7E00_0000_0000_0000, 0), (0xFE00_0000_0000_0000, 0),
      (0x7E00_0000_0000_0000, 0x12),
    ] as [(UInt64, UInt64)]
  )
  func `NaN of any sign and payload is NaN`(high: UInt64, low: UInt64) {
    let value = Decimal128(high: high, low: low)
    #expect(value.isNaN)
    #expect(!value.isInfinite)
    #expect(value.description == "NaN")
    #expect(value == .nan)
    #expect(value.hashValue == Decimal128.nan.hashValue)
  }

  @Test func `Only the infinities are infinite`() throws {
    #expect(Decimal128.infinity.isInfinite && !Decimal128.infinity.isNaN)
    #expect(Decimal128.negativeInfinity.isInfinite && Decimal128.negativeInfinity.isNegative)
    let greatest = try #require(Decimal128("9.999999999999999999999999999999999E+6144"))
    #expect(!greatest.isInfinite && !greatest.isNaN)
  }

  @Test(arguments: [Int64.min, -1, 0, 1, .max])
  func `An integer is itself with exponent 0`(integer: Int64) {
    #expect(Decimal128(integer).description == "\(integer)")
  }

  @Test func `Digits are counted right at every power of ten`() {
    #expect(PowersOfTen.digitCount(0) == 1)
    for exponent in 0...37 {
      let power = PowersOfTen[exponent]
      #expect(PowersOfTen.digitCount(power) == exponent + 1)
      #expect(PowersOfTen.digitCount(power * 10 - 1) == exponent + 1)
    }
  }
}
