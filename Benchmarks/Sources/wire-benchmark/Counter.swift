import Synchronization

/// A number that several tasks add to.
final class Counter: Sendable {
  private let sum = Atomic(0)

  var value: Int { sum.load(ordering: .relaxed) }

  func add(_ number: Int) { sum.add(number, ordering: .relaxed) }
}
