import Foundation
@testable import TrailCheck
import Testing

@testable import TrailReading

/// Files that are compressed with zstd are read where its library is installed, and refused with a command elsewhere.
struct ZstdTests {
  private let text = (1...3000).map { SmallExport.document($0) }.joined(separator: "\n")

  /// A frame of the library itself, or nil where there is none.
  static func frame(_ bytes: [UInt8]) -> [UInt8]? {
    typealias Compress =
      @convention(c) (UnsafeMutableRawPointer?, Int, UnsafeRawPointer?, Int, Int32) -> Int
    guard ZstdLibrary.shared != nil,
      let library = (["libzstd.so.1", "libzstd.1.dylib"] as [String]).lazy.compactMap({ name in
        dlopen(name, RTLD_NOW)
      })
      .first,
      let symbol = dlsym(library, "ZSTD_compress")
    else { return nil }
    let compress = unsafeBitCast(symbol, to: Compress.self)
    return [UInt8](unsafeUninitializedCapacity: bytes.count + 1024) { room, count in
      count = compress(room.baseAddress, room.count, bytes, bytes.count, 3)
    }
  }

  @Test func `A trail of several frames is read, whatever fits into one`() throws {
    guard let whole = Self.frame(Array(text.utf8)),
      let line = Self.frame(Array((SmallExport.document(4000) + "\n").utf8))
    else { return try expectRefusal() }
    #expect(whole.count < text.utf8.count)
    let check = try SmallExport.check(line + whole)
    #expect(check.documents == 3001)
    #expect(check.findings.counts.isEmpty)
    // Zeros are a thousandth of their length.
    let many = try #require(Self.frame(Array(repeating: 0x20, count: 3 << 20) + Array(text.utf8)))
    #expect(try SmallExport.check(many).documents == 3000)
  }

  @Test func `A frame that is to be skipped may come first`() throws {
    guard let frame = Self.frame(Array(text.utf8)) else { return try expectRefusal() }
    for kind: UInt8 in [0x50, 0x5F] {
      let skipped: [UInt8] = [kind, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 1, 2, 3]
      #expect(try SmallExport.check(skipped + frame).documents == 3000)
    }
    // The kinds of such frames end with F.
    let other = try SmallExport.check([0x60, 0x2A, 0x4D, 0x18, 0, 0, 0, 0] + frame)
    #expect(other.documents == 0)
  }

  @Test func `Cut or damaged data is a finding, and what comes before it is read`() throws {
    guard let line = Self.frame(Array((SmallExport.document(4000) + "\n").utf8)),
      let whole = Self.frame(Array(text.utf8))
    else { return try expectRefusal() }
    let cut = try SmallExport.check(line + whole.dropLast(3))
    #expect(cut.documents >= 1)
    #expect(cut.findings.counts.keys.contains { $0.code == .fileTruncated })
    let damaged = try SmallExport.check(line + [1, 2, 3, 4] + whole)
    #expect(damaged.documents == 1)
    #expect(damaged.findings.kinds.map(\.code) == [.fileCorrupt])
  }

  private func expectRefusal() throws {
    #expect(throws: TrailError.self) {
      _ = try SmallExport.check(ForeignFormat.zstdMagic + [0, 0, 0, 0])
    }
  }

  @Test func `Where there is no library, none is found`() {
    #expect(ZstdLibrary(names: []) == nil)
    #expect(ZstdLibrary(names: ["libno-such-library.so.1"]) == nil)
    #expect(ForeignFormat.zstd.sentence("a.zst").contains("zstd -dc a.zst | touchstone check -"))
  }
}
