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
    #expect(
      lower.bytes == [0x62, 0xb3, 0x8b, 0x3c, 0x10, 0x84, 0x60, 0x41, 0x16, 0x6f, 0x5d, 0xeb]
    )
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

  @Test(arguments: [0, 11, 13, 24])
  func `Anything but 12 bytes is refused`(count: Int) {
    #expect(ObjectId(bytes: repeatElement(7, count: count)) == nil)
  }

  @Test func `Bytes, digits and order agree`() throws {
    var random = ValuesRandom(seed: 6)
    for _ in 0..<2000 {
      let first = (0..<12).map { _ in UInt8.random(in: 0...255, using: &random) }
      var second = first
      second[Int.random(in: 0..<12, using: &random)] = .random(in: 0...255, using: &random)
      let a = try #require(ObjectId(bytes: first))
      let b = try #require(ObjectId(bytes: second))
      #expect(a.bytes == first)
      #expect(ObjectId(a.description) == a)
      #expect((a < b) == first.lexicographicallyPrecedes(second))
      #expect((a == b) == (first == second))
    }
  }

  @Test func `A generator composes the time, its random bytes and a counter that wraps`() {
    let generator = ObjectIdGenerator(random: 0x12_3456_789A, counter: 0xFF_FFFE) {
      Timestamp(milliseconds: 1_655_999_677_999)
    }
    #expect(
      (0..<4).map { _ in "\(ObjectId(from: generator))" } == [
        "62b48cbd123456789afffffe", "62b48cbd123456789affffff",
        "62b48cbd123456789a000000", "62b48cbd123456789a000001",
      ]
    )
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
    #expect(Set(ids.map { $0.bytes[4..<9] }).count == 1)
  }

  @Test func `Ids made at the same time on several threads differ`() async {
    let generator = ObjectIdGenerator { Timestamp(milliseconds: 0) }
    let ids = await withTaskGroup(of: [ObjectId].self) { group in
      for _ in 0..<8 { group.addTask { (0..<500).map { _ in generator.next() } } }
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
