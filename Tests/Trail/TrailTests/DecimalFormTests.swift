import JSON
import Testing

@testable import TrailReading

struct DecimalFormTests {
  @Test(arguments: [
    ("1.50", "1.5"), ("1.5", "1.5"), ("0150e-2", "1.5"), ("1E+10", "10000000000"), ("-0.00", "0"),
    ("0.0000001", "0.0000001"), ("12e3", "12000"), ("nan", "NaN"), ("-inf", "-Infinity"),
    ("+Infinity", "Infinity"), ("+7", "7"), ("007", "7"), ("-01.50", "-1.5"), ("7.", "7"),
    (".5", "0.5"), ("1E+6000", "1e6000"), ("10E-6001", "1e-6000"),
  ])
  func `A decimal has one text for its value`(_ text: String, _ plain: String) {
    #expect(DecimalForm.plain(text) == plain)
  }

  @Test(arguments: ["", "-", ".", "-.", "1.2.3", "1-2", "1e", "12a", "0x1", "infinite"])
  func `What is no decimal has none`(_ text: String) {
    #expect(DecimalForm.plain(text) == nil)
  }
}
