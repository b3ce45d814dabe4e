package import JSON
package import Formats

/// The objectId of a document, in 12 bytes without a gap to the next one.
package struct DocumentId: Sendable, Hashable, Comparable {
  private var first: UInt32
  private var second: UInt32
  /// The last four bytes, which count up.
  package private(set) var low: UInt32
  /// The bytes before them: seconds, and what stands for the device.
  package var high: UInt64 { UInt64(first) << 32 | UInt64(second) }

  package init(high: UInt64, low: UInt32) {
    first = UInt32(truncatingIfNeeded: high >> 32)
    second = UInt32(truncatingIfNeeded: high)
    self.low = low
  }

  /// Its place in the order in which ids were made, as far as they are those of one device.
  package var rank: Int { Int(seconds) << 24 | Int(low & 0xFF_FFFF) }

  /// What a process has counted up to, by the rank of an id, whatever its clock said.
  package static func counter(ofRank rank: Int) -> Int { rank & 0xFF_FFFF }

  /// When it was made, in seconds since 1970.
  package var seconds: UInt32 { first }

  /// The bytes that stand for the process that made it.
  package var process: UInt64 { UInt64(second) << 8 | UInt64(low >> 24) }

  /// Whether both were made by one process, which counts them: the later one has the larger rank, unless a clock was set
  /// back.
  package func isOfOneProcess(with other: DocumentId) -> Bool {
    process == other.process
  }

  /// Whether one process made it behind another one, whatever its clock said.
  package func isCounted(behind other: DocumentId) -> Bool {
    isOfOneProcess(with: other) && low > other.low
  }

  /// The same if the id tells the time of an event, within a day; else 0, which all ids have that bear no witness.
  package func rank(at time: Int64) -> Int {
    (Int64(seconds) - time / 1000).magnitude <= 86_400 ? rank : 0
  }

  /// Reads a text of 24 hexadecimal digits.
  package init?(hex text: String) {
    guard text.utf8.count == 24,
      let id = Bytes.withCopy(of: text.utf8, { DocumentId(hex: $0.start) })
    else { return nil }
    self = id
  }

  /// Reads 24 hexadecimal digits.
  init?(hex place: Place) {
    guard let first = ByteWords.hexValue(at: place), let second = ByteWords.hexValue(at: place + 8),
      let low = ByteWords.hexValue(at: place + 16)
    else { return nil }
    (self.first, self.second, self.low) = (first, second, low)
  }

  /// The 24 digits.
  package var hex: String {
    [first, second, low].map { part in
      let digits = String(part, radix: 16)
      return String(repeating: "0", count: 8 - digits.utf8.count) + digits
    }.joined()
  }

  package var isZero: Bool { first | second | low == 0 }

  /// The order of their digits.
  @inline(__always)
  package static func < (left: Self, right: Self) -> Bool {
    left.high < right.high || (left.high == right.high && left.low < right.low)
  }
}

extension DocumentId: JSONValue {
  package init(field node: JSONNode) throws(JSONFault) {
    guard let id = DocumentId(hex: try node.string()) else {
      throw node.fault("expected 24 hexadecimal digits")
    }
    self = id
  }
  package var fieldJSON: JSON { .string(hex) }
}
