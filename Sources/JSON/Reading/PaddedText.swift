/// A copy of the text with zeros behind it.
///
/// No token of JSON contains a zero, so a scan ends at the first one by itself and words of eight bytes
/// can be loaded anywhere: no bounds are checked on the way.
struct PaddedText: ~Copyable {
  static let padding = 16

  let start: UnsafePointer<UInt8>
  let end: UnsafePointer<UInt8>

  init(_ bytes: some Collection<UInt8>) {
    let count = bytes.count
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: count + Self.padding)
    let (_, unused) = copy.initialize(from: bytes)
    copy[unused...].initialize(repeating: 0)
    let start = copy.baseAddress.unsafelyUnwrapped
    self.start = UnsafePointer(start)
    self.end = UnsafePointer(start + unused)
  }

  deinit { start.deallocate() }
}
