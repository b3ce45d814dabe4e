import Foundation
import Synchronization

/// Writes lines from many tasks to one descriptor, one line at a time.
final class LineWriter: Sendable {
  private let descriptor: Int32
  private let hasFailed = Mutex(false)

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Whether nobody reads any more.
  var isBroken: Bool { hasFailed.withLock { $0 } }

  func write(_ line: [UInt8]) {
    hasFailed.withLock { hasFailed in
      if !hasFailed { hasFailed = !writeAll(line) }
    }
  }

  private func writeAll(_ line: [UInt8]) -> Bool {
    var rest = line[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno != EINTR { return false }
      rest = rest.dropFirst(max(0, count))
    }
    return true
  }
}
