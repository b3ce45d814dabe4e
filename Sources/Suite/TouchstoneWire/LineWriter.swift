import Foundation
import JSON
import Synchronization

/// Writes lines from many tasks to one descriptor, one line at a time.
final class LineWriter: Sendable {
  private let descriptor: Int32
  private let hasFailed = Mutex(false)

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Whether the reader has gone.
  var isBroken: Bool { hasFailed.withLock { $0 } }

  func write(_ message: JSON) {
    hasFailed.withLock { hasFailed in
      message.writeLine { piece in
        if !hasFailed { hasFailed = writeAll(piece, to: descriptor) != 0 }
      }
    }
  }
}

/// Writes all of some bytes to a descriptor; what is returned is the number of the error that prevents that, or 0.
package func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = unsafe rest.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
    if count < 0 && errno != EINTR { return errno }
    rest = rest.dropFirst(max(0, count))
  }
  return 0
}
