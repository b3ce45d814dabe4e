import Foundation
import Synchronization
import TouchstoneWire

/// Notes every line between the suite and the processes of an implementation in a file, as it comes.
package final class WireTrace: Sendable {
  enum Direction: String {
    case request = "→"
    case answer = "←"
  }

  private let descriptor: Descriptor
  private let started = ContinuousClock.now
  /// The number of the error that ended it, or 0.
  private let failure = Mutex<Int32>(0)

  /// Begins the file anew; nil if it cannot be written, for a reason that `errno` tells.
  package init?(path: String) {
    descriptor = unsafe Descriptor(open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666))
    if !descriptor.isOpen { return nil }
  }

  /// Why the file is not whole; nil if it is.
  package var fault: String? {
    let number = failure.withLock { $0 }
    return unsafe number == 0 ? nil : String(cString: strerror(number))
  }

  /// Appends a line: the seconds since the beginning, the number of the process, the direction, and the message.
  func note(_ direction: Direction, _ line: some Collection<UInt8>, process: Int32) {
    let (seconds, attoseconds) = (ContinuousClock.now - started).components
    let time = String(format: "%d.%06d", Int(seconds), Int(attoseconds / 1_000_000_000_000))
    var bytes = Array("\(time) \(process) \(direction.rawValue) ".utf8)
    bytes += line
    if bytes.last != UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\n")) }
    failure.withLock { failure in
      if failure == 0 { failure = writeAll(bytes, to: descriptor.rawValue) }
    }
  }
}
