import Formats
import JSON
import Testing

/// Random values survive being written and read; random damage never does harm.
@Suite struct RoundTripTests {
  @Test(arguments: UInt64(1)...40)
  func `What is written is read as the same value, and written the same again`(_ seed: UInt64)
    throws
  {
    var random = RandomJSON(seed: seed)
    for _ in 0..<25 {
      let value = random.value(depth: 5)
      for style in [JSONStyle.compact, .pretty] {
        let text = value.text(style)
        let read = try JSON(parsing: text)
        #expect(read == value)
        #expect(read.hashValue == value.hashValue)
        #expect(read.text(style) == text)
      }
    }
  }

  @Test(arguments: UInt64(1)...40)
  func `A damaged text is read or refused inside its bounds`(_ seed: UInt64) {
    var random = RandomJSON(seed: seed)
    for _ in 0..<100 {
      var bytes = Array(random.value(depth: 4).text().utf8)
      for _ in 0..<Int.random(in: 1...3, using: &random.generator) {
        random.damage(&bytes)
      }
      do {
        // What is still JSON must be so for the writer, too.
        let value = try JSON(parsing: bytes)
        #expect(try JSON(parsing: value.text()) == value)
      } catch {
        #expect((0...bytes.count).contains(error.position.offset))
        #expect(error.position.line >= 1 && error.position.column >= 1)
      }
    }
  }

  @Test func `A text cut off anywhere is refused`() throws {
    let text = Array(#"{"a":[1.5e3,"x\u00e9\ud83d\ude00é",true],"b":{"c":null}}"#.utf8)
    #expect(throws: Never.self) { try JSON(parsing: text) }
    for length in text.indices {
      let error = #expect(throws: JSONError.self) { try JSON(parsing: text[..<length]) }
      #expect((error?.position.offset ?? .max) <= length)
    }
  }
}

/// Makes values of every kind, with strings and numbers from the corners.
struct RandomJSON {
  var generator: SplitMix64

  init(seed: UInt64) { generator = SplitMix64(seed: seed) }

  mutating func value(depth: Int) -> JSON {
    switch Int.random(in: 0..<(depth > 0 ? 9 : 7), using: &generator) {
    case 0: .null
    case 1: .bool(.random(using: &generator))
    case 2: .int(Int64(bitPattern: generator.next()) >> Int64.random(in: 0...63, using: &generator))
    case 3: .double(double())
    case 4: .number("\(Int64.random(in: 1...9, using: &generator))00000000000000000000")
    case 5, 6: .string(string())
    case 7: .array((0..<count()).map { _ in value(depth: depth - 1) })
    default: .object(object(depth: depth))
    }
  }

  /// Overwrites, removes or inserts a byte.
  mutating func damage(_ bytes: inout [UInt8]) {
    let structural = Array("{}[],:\"\\0-e. \n".utf8) + [0x00, 0x80, 0xC3, 0xED, 0xF4]
    let byte = structural.randomElement(using: &generator) ?? 0
    let place = Int.random(in: 0...bytes.count, using: &generator)
    switch Int.random(in: 0..<3, using: &generator) {
    case 0 where place < bytes.count: bytes[place] = byte
    case 1 where place < bytes.count: bytes.remove(at: place)
    default: bytes.insert(byte, at: place)
    }
  }

  private mutating func object(depth: Int) -> JSONObject {
    var object: JSONObject = [:]
    for _ in 0..<count() { object[string()] = value(depth: depth - 1) }
    return object
  }

  /// Mostly few, at times more than an object looks through one by one.
  private mutating func count() -> Int {
    Int.random(in: 0..<10, using: &generator) == 0
      ? Int.random(in: 10...40, using: &generator) : Int.random(in: 0...4, using: &generator)
  }

  private mutating func double() -> Double {
    let value = Double(bitPattern: generator.next())
    return value.isFinite ? value : -0.0
  }

  private mutating func string() -> String {
    let pieces = [
      "a", "b", "name", "\"", "\\", "\n", "\0", "\u{1F}", "é", "e\u{301}", "李", "😀", "/", " ",
      "\u{2028}", "12345678",
    ]
    return (0..<Int.random(in: 0...6, using: &generator))
      .map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
  }
}
