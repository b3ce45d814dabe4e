import Dispatch
import Foundation

/// Reads lines from a descriptor.
///
/// Reading blocks, which a thread that runs tasks must not do, so that it happens on a queue of its own.
struct LineReader {
  private let descriptor: Int32
  private let queue = DispatchQueue(label: "touchstone.line-reader")
  private var buffer: LineBuffer
  private var hasEnded = false

  init(_ descriptor: Int32, limit: Int) {
    self.descriptor = descriptor
    buffer = LineBuffer(limit: limit)
  }

  /// The next line, also if no line feed ends the last one; nil at the end.
  mutating func next() async -> LineBuffer.Line? {
    while true {
      if let line = buffer.next() { return line }
      if hasEnded { return nil }
      let bytes = await read()
      if bytes.isEmpty {
        hasEnded = true
        return buffer.rest.isEmpty ? nil : .whole(buffer.rest)
      }
      buffer.append(bytes)
    }
  }

  /// Waits for bytes; none at the end.
  private func read() async -> [UInt8] {
    await withCheckedContinuation { continuation in
      queue.async { [descriptor] in
        continuation.resume(returning: readSome(from: descriptor).bytes)
      }
    }
  }
}

/// Reads the bytes that a descriptor has, some at least; none at the end, or if there is an error, whose number is
/// returned then.
package func readSome(from descriptor: Int32) -> (bytes: [UInt8], error: Int32) {
  var error: Int32 = 0
  let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 16) { memory, count in
    var result = 0
    repeat {
      result = unsafe read(descriptor, memory.baseAddress, memory.count)
    } while result < 0 && errno == EINTR
    if result < 0 { error = errno }
    count = max(0, result)
  }
  return (bytes, error)
}
