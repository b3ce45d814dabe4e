import JSON
import Testing

/// Names are found, told apart and ordered by their bytes.
struct ByteDictionaryTests {
  @Test(arguments: 0...40) func `A text differs wherever a byte differs`(length: Int) {
    let text = String(repeating: "a", count: length)
    // A text of another origin, so that its bytes stand elsewhere.
    let same = String(decoding: Array(text.utf8), as: UTF8.self)
    #expect(text.equalsByBytes(same) && !text.precedesByBytes(same))
    for place in 0..<length {
      var bytes = Array(text.utf8)
      bytes[place] = UInt8(ascii: "b")
      let other = String(decoding: bytes, as: UTF8.self)
      #expect(!text.equalsByBytes(other))
      #expect(text.precedesByBytes(other) && !other.precedesByBytes(text))
    }
    #expect(!text.equalsByBytes(text + "a"))
    #expect(text.precedesByBytes(text + "a"))
  }

  @Test func `Canonically equivalent names are two names`() {
    let (composed, decomposed) = ("Caf\u{E9}", "Cafe\u{301}")
    #expect(composed == decomposed && !composed.equalsByBytes(decomposed))
    var values: ByteDictionary<Int> = [composed: 1]
    #expect(values[decomposed] == nil)
    values[decomposed] = 2
    #expect(values[composed] == 1 && values[decomposed] == 2)
    #expect(values.sorted.map(\.value) == [2, 1])
    values[composed] = nil
    #expect(values.keys.count == 1)
  }
}
