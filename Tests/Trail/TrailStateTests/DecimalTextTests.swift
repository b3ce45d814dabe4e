import Testing

@testable import TrailState

struct DecimalTextTests {
  @Test(arguments: [
    ("1.50", "1.50"), ("1.5", "1.5"), ("0150e-2", "1.50"), ("1E+10", "1E+10"), ("-0.00", "-0.00"),
    ("0.0000001", "1E-7"), ("0.000001", "0.000001"), ("12e3", "1.2E+4"), ("nan", "NaN"),
    ("-inf", "-Infinity"), ("+7", "7"),
  ])
  func `A decimal has one text for its value and its exponent`(_ text: String, _ canonical: String)
  {
    #expect(DecimalText.canonical(text) == canonical)
  }

  @Test(arguments: ["", "-", "1.2.3", "1e", "12a", "0x1"])
  func `What is no decimal has none`(_ text: String) {
    #expect(DecimalText.canonical(text) == nil)
  }
}
