import Formats
import JSON
import Testing

@testable import TrailReading

/// What scanners see in sixteen bytes at once is what one sees byte by byte.
struct WordsTests {
  /// Calls with the place of a byte in a text, around which there are others.
  private func at<Result>(_ place: Int, in text: [UInt8], _ body: (Place) -> Result) -> Result {
    Bytes.withCopy(of: [0x5C] + text) { body($0.start + 1 + place) }
  }

  /// How many bytes a function passes over from the beginning of a text on.
  private func passed(_ text: [UInt8], _ function: (Place) -> Place) -> Int {
    at(0, in: text) { function($0) - $0 }
  }

  @Test func `Bytes are found wherever they stand whole, and nowhere else`() {
    var random = SplitMix64(seed: 3)
    for _ in 0..<4000 {
      // Few letters, so that the first and the last byte are often right by themselves.
      let text = (0..<random.below(60)).map { _ in UInt8(0x61 + random.below(2)) }
      let needle = (0..<1 + random.below(9)).map { _ in UInt8(0x61 + random.below(2)) }
      let stands = text.indices.contains { text[$0...].starts(with: needle) }
      Bytes.withCopy(of: needle) { needle in
        Bytes.withCopy(of: text) { #expect(ByteWords.contains(needle, in: $0) == stands) }
      }
    }
  }

  @Test func `Each byte that is special is found at each place`() {
    for byte in UInt8.min...UInt8.max {
      let isSpecial = byte < 0x20 || byte >= 0x80 || byte == 0x22 || byte == 0x5C
      for place in 0..<40 {
        var text = Array(repeating: UInt8(ascii: "a"), count: 40)
        text[place] = byte
        #expect(passed(text, ByteWords.special) == (isSpecial ? place : 40))
      }
    }
  }

  @Test func `Quotes behind a backslash are usual, and all else that is special is not`() {
    for byte in UInt8.min...UInt8.max {
      let isUnusual = byte < 0x20 || byte >= 0x80 || byte == 0x22 || byte == 0x5C
      for place in 0..<40 {
        var text = Array(repeating: UInt8(ascii: "a"), count: 42)
        text[place] = byte
        #expect(passed(text, ByteWords.unusual) == (isUnusual ? place : 42))
        text[place] = UInt8(ascii: "\\")
        text[place + 1] = byte
        #expect(passed(text, ByteWords.unusual) == (byte == 0x22 ? 42 : place))
      }
    }
    // The backslash before the text is not its own.
    #expect(passed(Array(#"" "#.utf8), ByteWords.unusual) == 0)
  }

  @Test func `Digits of numbers end with the first byte that is none`() {
    for byte in UInt8.min...UInt8.max {
      let isDigit = 0x30...0x39 ~= byte
      for place in 0..<20 {
        var text = Array(repeating: UInt8(ascii: "7"), count: 20)
        text[place] = byte
        #expect(passed(text, ByteWords.behindDigits) == (isDigit ? 20 : place))
      }
    }
  }

  @Test func `Hexadecimal digits have their value, and no other byte has one`() {
    for byte in UInt8.min...UInt8.max {
      let digit = Character(Unicode.Scalar(byte)).hexDigitValue
      for place in 0..<8 {
        var text = Array("a1B2c3D4".utf8)
        text[place] = byte
        let value = at(0, in: text, ByteWords.hexValue)
        let expected = digit.map { _ in UInt32(String(decoding: text, as: UTF8.self), radix: 16) }
        #expect(value == expected ?? nil)
      }
    }
  }

  @Test func `The digits of an objectId are told from all other bytes, at each place`() {
    for byte in UInt8.min...UInt8.max {
      let isDigit = 0x30...0x39 ~= byte || 0x61...0x66 ~= byte
      for place in 0..<24 {
        var text = Array("0123456789abcdef01234567".utf8)
        text[place] = byte
        #expect(at(0, in: text, ByteWords.areObjectIdDigits) == isDigit)
      }
    }
  }

  @Test func `A hash depends on each byte and on nothing behind the last one`() {
    let text = (0..<24).map { UInt8($0) }
    for count in 0...20 {
      let hash = at(0, in: text) { ByteWords.hash($0, count: count) }
      for place in 0..<24 {
        var other = text
        other[place] ^= 1
        let otherHash = at(0, in: other) { ByteWords.hash($0, count: count) }
        #expect((otherHash == hash) == (place >= count))
      }
    }
  }
}
