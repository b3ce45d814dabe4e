import Formats
import ReferenceRealm
import Testing

struct ObjectIdTests {
  @Test func `Digits of either case are read and written in lowercase`() throws {
    let lower = try #require(ObjectId("62b38b3c10846041166f5deb"))
    let upper = try #require(ObjectId("62B38B3C10846041166F5DEB"))
    #expect(lower == upper)
    #expect(lower.hashValue == upper.hashValue)
    #expect(upper.description == "62b38b3c10846041166f5deb")
    #expect(lower.seconds == 0x62b3_8b3c)
    #expect(lower == ObjectId(seconds: 0x62b3_8b3c, random: 0x10_8460_4116, counter: 0x6f_5deb))
  }

  @Test(arguments: [
    "", "62b38b3c10846041166f5de", "62b38b3c10846041166f5deb0", "62b38b3c10846041166f5deg",
    "62b38b3c10846041166f5de ", " 62b38b3c10846041166f5de", "0x62b38b3c10846041166f5d",
    "62b38b3c-10846041166f5de", "62b38b3c10846041166f5d\u{E9}", "62b38b3c10846041166f5de\u{FF11}",
    "+2b38b3c10846041166f5deb",
  ])
  func `Anything but 24 hexadecimal digits is refused`(text: String) {
    #expect(ObjectId(text) == nil)
  }

  @Test func `Digits and order agree`() throws {
    var random = SplitMix64(seed: 6)
    func hex(_ bytes: [UInt8]) -> String {
      bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
    for _ in 0..<2000 {
      let first = (0..<12).map { _ in UInt8.random(in: 0...255, using: &random) }
      var second = first
      second[Int.random(in: 0..<12, using: &random)] = .random(in: 0...255, using: &random)
      let a = try #require(ObjectId(hex(first)))
      let b = try #require(ObjectId(hex(second)))
      #expect(a.description == hex(first))
      #expect((a < b) == first.lexicographicallyPrecedes(second))
      #expect((a == b) == (first == second))
    }
  }

  @Test func `A process makes ids of the time, its random bytes and a counter`() throws {
    let before = UInt32(Timestamp.now().milliseconds / 1000)
    let ids = (0..<4).map { _ in ObjectId() }
    #expect(ids.allSatisfy { before...(before + 60) ~= $0.seconds })
    let counts = try ids.map { try #require(UInt32($0.description.suffix(6), radix: 16)) }
    for (count, next) in zip(counts, counts.dropFirst()) {
      // Other tests make ids at the same time.
      #expect((next &- count) & 0xFF_FFFF < 0x80_0000)
      #expect(next != count)
    }
  }

  @Test func `Parts that are too wide do not spill into their neighbours`() {
    let id = ObjectId(seconds: 1, random: .max, counter: .max)
    #expect(id.description == "00000001ffffffffffffffff")
    #expect(
      ObjectId(seconds: 1, random: 1 << 40, counter: 1 << 24).description
        == "000000010000000000000000"
    )
  }

  @Test func `A process makes ids that share its random bytes and differ from each other`() {
    let ids = (0..<1000).map { _ in ObjectId() }
    #expect(Set(ids).count == 1000)
    #expect(Set(ids.map { $0.description.dropFirst(8).prefix(10) }).count == 1)
  }

  @Test func `Ids made at the same time on several threads differ`() async {
    let ids = await withTaskGroup(of: [ObjectId].self) { group in
      for _ in 0..<8 { group.addTask { (0..<500).map { _ in ObjectId() } } }
      return await group.reduce(into: Set<ObjectId>()) { $0.formUnion($1) }
    }
    #expect(ids.count == 4000)
  }

  @Test func `Writing appends to what the buffer holds`() throws {
    var out = Array("\"".utf8)
    try #require(ObjectId("00000000000000000000000f")).write(into: &out)
    #expect(String(decoding: out, as: UTF8.self) == "\"00000000000000000000000f")
  }
}
