import Formats
import Foundation
import ReferenceRealm
import Testing

struct UUIDWritingTests {
  @Test func `A UUID is written in lowercase with its four dashes`() throws {
    let uuid = try #require(UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF"))
    var out = Array("\"".utf8)
    uuid.write(into: &out)
    #expect(String(decoding: out, as: UTF8.self) == "\"00112233-4455-6677-8899-aabbccddeeff")
  }

  @Test func `Any UUID is written as Foundation does, but in lowercase`() {
    var random = SplitMix64(seed: 7)
    for _ in 0..<500 {
      let (a, b) = (random.next(), random.next())
      let uuid = withUnsafeBytes(of: (a, b)) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
      var out: [UInt8] = []
      uuid.write(into: &out)
      #expect(String(decoding: out, as: UTF8.self) == uuid.uuidString.lowercased())
    }
  }
}
