import Foundation
import Synchronization
import TouchstoneWire

/// A file descriptor that is closed once: when it is asked to, or when it is not used any more.
final class Descriptor: Sendable {
  private let number: Mutex<Int32>

  init(_ number: Int32) { self.number = Mutex(number) }

  deinit { close() }

  /// -1 after it was closed.
  var rawValue: Int32 { number.withLock { $0 } }

  var isOpen: Bool { rawValue >= 0 }

  func close() {
    number.withLock { number in
      if number >= 0 { _ = Foundation.close(number) }
      number = -1
    }
  }

  func makeNonBlocking() {
    _ = fcntl(rawValue, F_SETFL, fcntl(rawValue, F_GETFL) | O_NONBLOCK)
  }

  /// What came of reading or writing.
  enum Progress<Value> {
    case done(Value)
    /// Nothing, because it would have meant to wait.
    case later
    case ended
  }

  /// Reads some bytes.
  func read() -> Progress<[UInt8]> {
    let (bytes, error) = readSome(from: rawValue)
    if !bytes.isEmpty { return .done(bytes) }
    return error == EAGAIN ? .later : .ended
  }

  /// Writes as many bytes as the other end has room for.
  func write(_ bytes: ArraySlice<UInt8>) -> Progress<Int> {
    while true {
      let count = unsafe bytes.withUnsafeBytes {
        unsafe Foundation.write(rawValue, $0.baseAddress, $0.count)
      }
      if count >= 0 { return .done(count) }
      if errno != EINTR { return errno == EAGAIN ? .later : .ended }
    }
  }
}

/// Two ends of a pipe that no other process inherits.
struct PipeEnds: Sendable {
  let reading: Descriptor
  let writing: Descriptor

  /// - Throws: a `CaseFault` if there are no descriptors left.
  init() throws(CaseFault) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else {
      throw CaseFault(
        .notStarted,
        unsafe "no pipe could be made: \(String(cString: strerror(errno)))"
      )
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (reading, writing) = (Descriptor(ends[0]), Descriptor(ends[1]))
  }
}
