import JSON
import Testing

@testable import TrailReading

/// Texts that were made to have one hash cost no more than others, and stay different.
struct PreparedHashTests {
  /// The second eight bytes of each are what the hash has become by then, which makes it zero.
  private static let texts = [
    "00000772EW')_=2Y", "00000950ePqX3sfB", "0000113aJoN-_{Z@", "00001933>_Fq(VL|",
  ].map { $0 + "00000000" }

  @Test func `A seed keeps them apart`() {
    func hashes(_ seed: UInt64) -> Set<UInt64> {
      Set(
        Self.texts.map { text in
          Bytes.withCopy(of: text.utf8) { ByteWords.hash($0.start, count: $0.count, seed: seed) }
        }
      )
    }
    #expect(hashes(0).count == 1)
    #expect(hashes(1).count == 4)
    #expect(hashes(0x9E37_79B9_7F4A_7C15).count == 4)
  }

  /// An object whose keys are not remembered in their order, because the first one is escaped.
  private static func object(_ keys: [String]) -> String {
    #"{"\u0061":0"# + keys.map { ",\(JSON.string($0).text()):0" }.joined() + "}"
  }

  @Test func `Keys of one hash are different keys, and the same one is told wherever it stands`() {
    let log = FindingLog(examplesPerCode: 1)
    let reader = TextReader(depthLimit: 9, readsPayloads: false)
    func isRead(_ keys: [String]) -> Bool {
      Bytes.withCopy(of: Self.object(keys).utf8) { reader.fields(of: $0, log) != nil }
    }
    #expect(isRead(Self.texts))
    #expect(!isRead(Self.texts + [Self.texts[0]]))
    #expect(!isRead([Self.texts[1]] + Self.texts))
    #expect(!isRead(Self.texts + ["a"]))
  }
}
