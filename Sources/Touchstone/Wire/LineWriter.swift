import Foundation
import Synchronization

/// Writes lines from many tasks.
///
/// What is handed over while another task writes goes out with its next write, so that many answers at once cost one
/// call.
final class LineWriter: Sendable {
  private struct State {
    var waiting: [UInt8] = []
    var isWriting = false
    var isBroken = false
  }

  private let descriptor: Int32
  private let state = Mutex(State())

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Whether nobody reads any more.
  var isBroken: Bool { state.withLock { $0.isBroken } }

  func write(_ line: [UInt8]) {
    let isMine = state.withLock { state in
      if state.isBroken { return false }
      state.waiting += line
      defer { state.isWriting = true }
      return !state.isWriting
    }
    guard isMine else { return }
    while let bytes = take() {
      if !writeAll(bytes) { state.withLock { $0.isBroken = true } }
    }
  }

  private func take() -> [UInt8]? {
    state.withLock { state in
      guard !state.waiting.isEmpty, !state.isBroken else {
        state.isWriting = false
        return nil
      }
      defer { state.waiting = [] }
      return state.waiting
    }
  }

  private func writeAll(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { memory in
      var rest = memory[...]
      while !rest.isEmpty {
        let chunk = UnsafeRawBufferPointer(rebasing: rest)
        let count = Foundation.write(descriptor, chunk.baseAddress, chunk.count)
        if count < 0 {
          if errno == EINTR { continue }
          return false
        }
        rest = rest.dropFirst(count)
      }
      return true
    }
  }
}

/// A place for a value that comes later.
final class Box<Value: Sendable>: Sendable {
  private let content = Mutex<Value?>(nil)

  var value: Value? { content.withLock { $0 } }

  func put(_ value: Value) { content.withLock { $0 = value } }
}
