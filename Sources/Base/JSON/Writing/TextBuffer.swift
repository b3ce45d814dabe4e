/// The text while it is written: plain memory that doubles when it is full, or is handed on and begins anew.
@safe
struct TextBuffer: ~Copyable {
  /// What every append may write beyond what it asked for: whole words instead of single bytes.
  static let slack = 32

  private var start: UnsafeMutablePointer<UInt8>
  private var next: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  /// What takes the text bit by bit; nil if all of it stays here.
  private let drain: (([UInt8]) -> Void)?

  init(capacity: Int = 1024, drain: (([UInt8]) -> Void)? = nil) {
    self.capacity = capacity
    self.drain = drain
    unsafe start = .allocate(capacity: capacity)
    // Its own memory, which it gives back once.
    unsafe next = start
  }

  deinit { unsafe start.deallocate() }

  /// The text so far.
  var text: String { unsafe Place(start).text(to: Place(next)) }

  /// Appends the text so far to some bytes.
  func append(to bytes: inout [UInt8]) {
    // All of it up to the next one was written.
    unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: start, count: next - start))
  }

  /// Hands on what is here, if something takes it.
  mutating func flush() {
    guard let drain, unsafe next > start else { return }
    var bytes: [UInt8] = []
    append(to: &bytes)
    drain(bytes)
    unsafe next = start
  }

  /// Makes room for that many bytes and the slack, and tells where they go.
  @inline(__always)
  mutating func reserve(_ count: Int) -> Room {
    if unsafe capacity - (next - start) < count + Self.slack { grow(by: count + Self.slack) }
    return unsafe Room(next)
  }

  /// Says how far the memory from `reserve` was filled.
  @inline(__always)
  mutating func advance(to end: Room) { unsafe next += end - Room(next) }

  @inline(never)
  private mutating func grow(by count: Int) {
    flush()
    // Both point into that memory.
    if unsafe capacity - (next - start) >= count { return }
    // The old memory is gone only when all of it was moved.
    let used = unsafe next - start
    capacity = max(capacity * 2, used + count)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    unsafe larger.moveInitialize(from: start, count: used)
    unsafe start.deallocate()
    unsafe start = larger
    // The larger room holds what was used, and more.
    unsafe next = larger + used
  }
}

extension TextBuffer {
  @inline(__always)
  mutating func append(_ byte: UInt8) {
    let place = reserve(1)
    place.put(byte)
    advance(to: place + 1)
  }

  /// Appends a text as it is.
  mutating func append(_ text: String) {
    text.withBytes { start, count in
      let place = reserve(count)
      place.copy(start, count)
      advance(to: place + count)
    }
  }

  mutating func appendLine(indentedBy spaces: Int) {
    let place = reserve(1 + spaces)
    place.put(Ascii.newline)
    (place + 1).put(Ascii.space, times: spaces)
    advance(to: place + 1 + spaces)
  }
}
