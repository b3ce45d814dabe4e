import Dispatch

/// A serial queue on which code may wait for the queue itself: a completion may read the trail, an error handler may close.
final class SerialQueue: Sendable {
  private let queue: DispatchQueue
  private let key = DispatchSpecificKey<Bool>()

  init(_ label: String) {
    queue = DispatchQueue(label: label)
    queue.setSpecific(key: key, value: true)
  }

  func async(_ body: @escaping @Sendable () -> Void) { queue.async(execute: body) }

  func sync<Result>(_ body: () throws -> Result) rethrows -> Result {
    if DispatchQueue.getSpecific(key: key) == true { return try body() }
    return try queue.sync(execute: body)
  }
}
