import Testing

@testable import TrailState

struct DecimalTextTests {
  @Test(arguments: [
    ("1.50", "1.50"), ("1.5", "1.5"), ("0150e-2", "1.50"), ("1E+10", "1E+10"), ("-0.00", "-0.00"),
    ("0.0000001", "1E-7"), ("0.000001", "0.000001"), ("12e3", "1.2E+4"), ("nan", "NaN"),
    ("-inf", "-Infinity"), ("+7", "7"), ("007", "7"), ("-01.50", "-1.50"), ("00.5", "0.5"),
    ("7.", "7"),
    ("0.0000000", "0E-7"), ("0.000000", "0.000000"), ("-0", "-0"), ("10", "10"),
    ("123456789012345678901234567890.123456", "123456789012345678901234567890.123456"),
  ])
  func `A decimal has one text for its value and its exponent`(_ text: String, _ canonical: String)
  {
    #expect(DecimalText.canonical(text) == canonical)
  }

  @Test(arguments: ["", "-", ".", "-.", "1.2.3", "1-2", "1e", "12a", "0x1"])
  func `What is no decimal has none`(_ text: String) {
    #expect(DecimalText.canonical(text) == nil)
  }
}
