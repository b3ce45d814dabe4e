import Foundation

/// Two ends of a pipe that no other process inherits.
struct PipeEnds {
  let read: Int32
  let write: Int32

  /// - Throws: a `CaseFault` if there are no descriptors left.
  init() throws(CaseFault) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw CaseFault(.notStarted, "no pipe could be made: \(String(cString: strerror(errno)))")
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (read, write) = (ends[0], ends[1])
  }

  func close() {
    Descriptor.close(read)
    Descriptor.close(write)
  }
}

/// What is done with descriptors.
enum Descriptor {
  static func close(_ descriptor: Int32) { if descriptor >= 0 { _ = Foundation.close(descriptor) } }

  static func makeNonBlocking(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  /// What came of reading or writing without waiting.
  enum Progress {
    case bytes(Int)
    case later
    case ended
  }

  static func read(_ descriptor: Int32, into memory: UnsafeMutableRawBufferPointer) -> Progress {
    while true {
      let count = Foundation.read(descriptor, memory.baseAddress, memory.count)
      if count > 0 { return .bytes(count) }
      if count < 0 && errno == EINTR { continue }
      return count < 0 && errno == EAGAIN ? .later : .ended
    }
  }

  static func write(_ descriptor: Int32, _ memory: UnsafeRawBufferPointer) -> Progress {
    while true {
      let count = Foundation.write(descriptor, memory.baseAddress, memory.count)
      if count >= 0 { return .bytes(count) }
      if errno == EINTR { continue }
      return errno == EAGAIN ? .later : .ended
    }
  }
}
