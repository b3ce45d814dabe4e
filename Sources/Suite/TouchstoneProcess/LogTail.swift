/// The end of what a process writes to standard error.
///
/// All of it is read, because a full pipe would stop the process; little of it is kept.
struct LogTail {
  private static let limit = 4096

  private var bytes: [UInt8] = []
  private var isCut = false

  mutating func append(_ new: [UInt8]) {
    bytes.append(contentsOf: new.suffix(Self.limit))
    isCut = isCut || new.count > Self.limit
    // Moving the rest to the front only now and then keeps this linear.
    if bytes.count > 2 * Self.limit { cut() }
  }

  /// What was written since the last time, whole lines where it was cut; nil if nothing was.
  mutating func take() -> String? {
    if bytes.isEmpty { return nil }
    if bytes.count > Self.limit { cut() }
    defer {
      bytes.removeAll(keepingCapacity: true)
      isCut = false
    }
    var text = bytes[...]
    if isCut, let newline = text.firstIndex(of: 0x0A), newline + 1 < text.endIndex {
      text = text[(newline + 1)...]
    }
    while let last = text.last, last == 0x0A || last == 0x0D { text.removeLast() }
    return text.isEmpty ? nil : (isCut ? "…\n" : "") + String(decoding: text, as: UTF8.self)
  }

  private mutating func cut() {
    bytes.removeFirst(bytes.count - Self.limit)
    isCut = true
  }
}
