import Foundation
import Testing

@testable import ReferenceEvents

/// What the header of a write-ahead log says decides how much of it is read at once.
struct LogHeaderTests {
  /// A header whose checksum is right, and frames of zeros.
  private func log(pageSize: UInt32) throws -> String {
    let header: [UInt32] = [0x377F_0682, 3_007_000, pageSize, 0, 1, 2]
    var bytes = header.reduce(into: Data()) { bytes, word in
      withUnsafeBytes(of: word.bigEndian) { bytes.append(contentsOf: $0) }
    }
    var checksum = LogChecksum(isBigEndian: false)
    for word in checksum.add(bytes) {
      withUnsafeBytes(of: word.bigEndian) { bytes.append(contentsOf: $0) }
    }
    bytes.append(Data(count: 24 + Int(pageSize)))
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString)-wal")
    try bytes.write(to: path)
    return path.path()
  }

  @Test(arguments: [513, 515, 1000, 65_535] as [UInt32])
  func `A page whose size is not a power of two is not one of SQLite's`(size: UInt32) throws {
    let path = try log(pageSize: size)
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(try WriteAheadLog.contents(at: path)?.damage == "it does not begin as a log does")
  }

  @Test(arguments: [512, 4096, 65_536] as [UInt32])
  func `One of any of SQLite's sizes is read`(size: UInt32) throws {
    let path = try log(pageSize: size)
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(try WriteAheadLog.contents(at: path)?.damage == nil)
  }

  @Test func `A checksum reads nothing behind its bytes`() {
    var (whole, cut) = (LogChecksum(isBigEndian: true), LogChecksum(isBigEndian: true))
    let bytes = Data([1, 2, 3, 4, 5, 6, 7, 8])
    #expect(whole.add(bytes) == cut.add(bytes + Data([9])))
  }
}
