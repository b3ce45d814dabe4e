import TrailCheck
import TrailReading

/// Texts that are written in another order than they come: up to some size they are in memory, and beyond it in a temporary
/// file, because what an event says of its objects may be longer than the trail.
struct TextSpool {
  /// How many bytes are in memory at the most.
  private static let roomForBytes = 8 << 20
  private static let pieceSize = 1 << 16

  /// How many texts there are.
  var count: Int { starts.count }
  /// What each text is sorted by, and where it begins.
  private var starts: [(key: Int64, byte: Int)] = []
  /// The bytes behind those in the file.
  private var bytes: [UInt8] = []
  private var file: TemporaryFile<UInt8>?
  private var bytesInFile = 0
  /// Why bytes are missing; once there is a reason, none are taken.
  private var failure: TrailError?

  /// Begins a text; those with one key stay in the order in which they come.
  mutating func begin(_ key: Int64) { starts.append((key, bytesInFile + bytes.count)) }

  /// Appends to the last text.
  mutating func write(_ text: String) {
    bytes += text.utf8
    guard bytes.count >= Self.roomForBytes, failure == nil else { return }
    do throws(TrailError) {
      let file = if let file { file } else { try TemporaryFile<UInt8>() }
      self.file = file
      try file.write(bytes, at: bytesInFile)
      bytesInFile += bytes.count
    } catch { failure = error }
    bytes.removeAll(keepingCapacity: true)
  }

  /// Hands on all texts by their keys, piece by piece.
  func forEachPiece(_ body: ([UInt8]) -> Void) throws(TrailError) {
    if let failure { throw failure }
    let ends = starts.dropFirst().map(\.byte) + [bytesInFile + bytes.count]
    let order = starts.indices.sorted { (starts[$0].key, $0) < (starts[$1].key, $1) }
    for number in order {
      for start in stride(from: starts[number].byte, to: ends[number], by: Self.pieceSize) {
        body(try piece(start..<min(start + Self.pieceSize, ends[number])))
      }
    }
  }

  private func piece(_ range: Range<Int>) throws(TrailError) -> [UInt8] {
    var piece: [UInt8] = []
    let inFile = range.clamped(to: 0..<bytesInFile)
    if let file, !inFile.isEmpty { try file.read(inFile, into: &piece) }
    let inMemory = range.clamped(to: bytesInFile..<bytesInFile + bytes.count)
    return piece + bytes[inMemory.lowerBound - bytesInFile..<inMemory.upperBound - bytesInFile]
  }
}
