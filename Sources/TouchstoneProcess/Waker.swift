import Foundation

/// Wakes a thread that waits for descriptors.
final class Waker: Sendable {
  private let ends: PipeEnds

  init() throws(CaseFault) {
    ends = try PipeEnds()
    Descriptor.makeNonBlocking(ends.read)
    Descriptor.makeNonBlocking(ends.write)
  }

  deinit { ends.close() }

  /// Can be read from when it is time to wake up.
  var descriptor: Int32 { ends.read }

  /// A pipe that is full wakes too.
  func wake() {
    var byte: UInt8 = 1
    _ = withUnsafeBytes(of: &byte) { Descriptor.write(ends.write, $0) }
  }

  /// Takes note that the thread is awake.
  func clear() {
    withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { memory in
      while case .bytes = Descriptor.read(ends.read, into: memory) {}
    }
  }
}
