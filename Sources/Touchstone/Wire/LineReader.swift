import Dispatch
import Foundation

/// Reads lines from a descriptor.
///
/// Reading blocks, which a thread that runs tasks must not do, so that it happens on a queue of its own.
struct LineReader {
  private static let chunk = 1 << 16

  private let descriptor: Int32
  private let queue = DispatchQueue(label: "touchstone.line-reader")
  private var buffer: LineBuffer
  private var hasEnded = false

  init(_ descriptor: Int32, limit: Int) {
    self.descriptor = descriptor
    buffer = LineBuffer(limit: limit)
  }

  /// The next line, of which the last needs no line feed; nil at the end.
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
        continuation.resume(returning: Self.read(descriptor))
      }
    }
  }

  private static func read(_ descriptor: Int32) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: chunk) { memory, count in
      repeat {
        let result = Foundation.read(descriptor, memory.baseAddress, memory.count)
        count = max(0, result)
        if result >= 0 || errno != EINTR { return }
      } while true
    }
  }
}
