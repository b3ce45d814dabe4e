import Testing

@testable import TrailReading

struct DecimalFormTests {
  @Test(arguments: [
    ("1.50", "1.5"), ("1.5", "1.5"), ("0150e-2", "1.5"), ("1E+10", "10000000000"), ("-0.00", "0"),
    ("0.0000001", "0.0000001"), ("12e3", "12000"), ("nan", "NaN"), ("-inf", "-Infinity"),
    ("+Infinity", "Infinity"), ("+7", "7"), ("007", "7"), ("-01.50", "-1.5"), ("7.", "7"),
    (".5", "0.5"), ("-0", "0"), ("-0.5", "-0.5"), ("0.0", "0"), ("100", "100"), ("10.250", "10.25"),
    ("00.5", "0.5"),
    ("5.0", "5"), ("9876543210.12345", "9876543210.12345"), ("1E+6000", "1e6000"),
    ("10E-6001", "1e-6000"),
  ])
  func `A decimal has one text for its value`(_ text: String, _ plain: String) {
    #expect(DecimalForm.plain(text) == plain)
  }

  /// What a trail has in another form must not hash alike, and what it has in this form must.
  @Test func `The plain form of a plain form is itself, however long it is`() {
    for count in [1, 39, 40, 41, 80] {
      for text in [
        String(repeating: "7", count: count), "0." + String(repeating: "7", count: count),
        "1" + String(repeating: "0", count: count),
        "-" + String(repeating: "7", count: count) + ".5",
      ] {
        let plain = DecimalForm.plain(text)
        #expect(plain.flatMap(DecimalForm.plain) == plain)
        let bytes = Array(text.utf8)
        let isPlain = unsafe bytes.withUnsafeBufferPointer { room in
          unsafe DecimalForm.isPlain(Bytes(room))
        }
        if isPlain { #expect(plain == text) }
      }
    }
  }

  @Test(arguments: ["", "-", ".", "-.", "1.2.3", "1-2", "1e", "12a", "0x1", "infinite"])
  func `What is not a decimal has none`(_ text: String) {
    #expect(DecimalForm.plain(text) == nil)
  }
}
