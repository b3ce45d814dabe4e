import Dispatch
import Foundation
import Synchronization

/// A value that one thread makes and one other waits for, once.
package final class Awaited<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)
  private let isThere = DispatchSemaphore(value: 0)

  /// A value that is not there yet.
  package init() {}

  /// A value that a thread of its own makes.
  package convenience init(_ make: @escaping @Sendable () -> Value) {
    self.init()
    Thread.begin { self.set(make()) }
  }

  /// Hands over the value; the first one counts.
  package func set(_ new: Value) {
    value.withLock { $0 = $0 ?? new }
    isThere.signal()
  }

  /// The value, as soon as it is there.
  package func take() -> Value {
    while true {
      isThere.wait()
      if let value = value.withLock({ $0.take() }) { return value }
    }
  }
}

extension Thread {
  /// Begins a thread that has room on its stack for the recursion of a parser, as the main thread has.
  package static func begin(_ work: @escaping @Sendable () -> Void) {
    let thread = Thread(block: work)
    thread.stackSize = 8 << 20
    thread.start()
  }
}
