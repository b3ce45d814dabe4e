/// The text while it is written: plain memory that doubles when it is full.
struct TextBuffer: ~Copyable {
  /// What every append may write beyond what it asked for: whole words instead of single bytes.
  static let slack = 32

  private var start: UnsafeMutablePointer<UInt8>
  private var next: UnsafeMutablePointer<UInt8>
  private var capacity: Int

  init(capacity: Int = 1024) {
    self.capacity = capacity
    start = .allocate(capacity: capacity)
    next = start
  }

  deinit { start.deallocate() }

  /// The bytes so far.
  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    body(UnsafeBufferPointer(start: start, count: next - start))
  }

  /// Makes room for that many bytes and the slack, and tells where they go.
  @inline(__always)
  mutating func reserve(_ count: Int) -> UnsafeMutablePointer<UInt8> {
    if capacity - (next - start) < count + Self.slack { grow(by: count + Self.slack) }
    return next
  }

  /// Says how far the memory from `reserve` was filled.
  @inline(__always)
  mutating func advance(to end: UnsafeMutablePointer<UInt8>) { next = end }

  @inline(never)
  private mutating func grow(by count: Int) {
    let used = next - start
    capacity = max(capacity * 2, used + count)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.moveInitialize(from: start, count: used)
    start.deallocate()
    start = larger
    next = larger + used
  }
}

extension TextBuffer {
  @inline(__always)
  mutating func append(_ byte: UInt8) {
    let place = reserve(1)
    place.initialize(to: byte)
    advance(to: place + 1)
  }

  /// Appends a text as it is.
  mutating func append(_ text: String) {
    text.withBytes { append($0) }
  }

  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let source = bytes.baseAddress else { return }
    let place = reserve(bytes.count)
    place.initialize(from: source, count: bytes.count)
    advance(to: place + bytes.count)
  }

  mutating func appendLine(indentedBy spaces: Int) {
    let place = reserve(1 + spaces)
    place.initialize(to: Ascii.newline)
    (place + 1).initialize(repeating: Ascii.space, count: spaces)
    advance(to: place + 1 + spaces)
  }
}
