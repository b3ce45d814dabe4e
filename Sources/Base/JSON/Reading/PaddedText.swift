/// A copy of the text with zeros behind it.
///
/// No token of JSON contains a zero, so a scan ends at the first one by itself and words of eight bytes
/// can be loaded anywhere: no bounds are checked on the way.
@safe
package struct PaddedText: ~Copyable {
  /// How many zeros there are: as far as the widest look-ahead of a scanner goes.
  package static let padding = 64

  /// Where the text begins, and where the zeros do.
  package let start, end: Place
  // The memory of both, which is freed with the text.
  private let memory: UnsafeMutableBufferPointer<UInt8>

  /// A copy of these bytes.
  package init(_ bytes: some Collection<UInt8>) {
    let count = bytes.count
    let padding = Self.padding
    // All of it is written: first the text, then zeros.
    unsafe memory = .allocate(capacity: count + padding)
    let (_, unused) = unsafe memory.initialize(from: bytes)
    unsafe memory[unused...].initialize(repeating: 0)
    // It is not empty: there is the padding.
    start = unsafe Place(UnsafePointer(memory.baseAddress.unsafelyUnwrapped))
    end = start + unused
  }

  // The caller keeps the text as long as it uses its places.
  deinit { unsafe memory.deallocate() }
}
