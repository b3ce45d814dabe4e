import Deflate
import Testing

struct DeflateTests {
  private let text = Array(String(repeating: "{\"type\":\"Person\"}", count: 10_000).utf8)

  @Test func `What was compressed comes back`() throws {
    for bytes in [[], [1], text] as [[UInt8]] {
      #expect(try Deflate.inflate(Deflate.compress(bytes), limit: bytes.count) == bytes)
    }
    #expect(Deflate.compress(text).count < text.count / 50)
  }

  @Test func `Data in zlib's wrapper is taken too`() throws {
    // "a" as Python's zlib.compress writes it.
    let wrapped: [UInt8] = [0x78, 0x9c, 0x4b, 0x04, 0x00, 0x00, 0x62, 0x00, 0x62]
    #expect(try Deflate.inflate(wrapped, limit: 10) == [UInt8(ascii: "a")])
  }

  @Test func `A limit that is passed by one byte is an error, not a smaller result`() {
    #expect(throws: Deflate.Failure.tooLarge(limit: text.count - 1)) {
      try Deflate.inflate(Deflate.compress(text), limit: text.count - 1)
    }
  }

  @Test func `What ends early, goes on or is not DEFLATE is told apart`() {
    let whole = Deflate.compress(text)
    #expect(throws: Deflate.Failure.truncated) {
      try Deflate.inflate(Array(whole.dropLast()), limit: 1 << 20)
    }
    #expect(throws: Deflate.Failure.trailingBytes) {
      try Deflate.inflate(whole + [0], limit: 1 << 20)
    }
    #expect(throws: Deflate.Failure.corrupt) {
      try Deflate.inflate(Array("plain text".utf8), limit: 1 << 20)
    }
    #expect(throws: Deflate.Failure.truncated) { try Deflate.inflate([], limit: 1) }
  }
}
