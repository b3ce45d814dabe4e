import Dispatch
import Foundation
import Synchronization

/// Works on parts in several threads, and has the result of each for the one that asks for it.
///
/// Threads take the parts in their order and are never far ahead of what was asked for, so that little waits in memory.
package final class PartThreads<Output: Sendable>: Sendable {
  private struct State {
    var next = 0
    var errands: ArraySlice<@Sendable () -> Void>
    var isStopped = false
  }

  private let jobs: Int
  private let work: @Sendable (Int) throws(TrailError) -> Output
  private let state: Mutex<State>
  private let results: [Awaited<Result<Output, TrailError>>]
  /// How many more parts may be begun.
  private let room = DispatchSemaphore(value: 0)

  /// Threads that wait for their start.
  ///
  /// - Parameters:
  ///   - count: how many parts there are.
  ///   - jobs: how many threads there are.
  ///   - errands: what is done before the parts, each by one thread.
  ///   - work: makes the result of a part, whose number it is given.
  package init(
    _ count: Int,
    jobs: Int,
    errands: [@Sendable () -> Void] = [],
    work: @escaping @Sendable (Int) throws(TrailError) -> Output
  ) {
    self.jobs = jobs
    self.work = work
    state = Mutex(State(errands: errands[...]))
    results = (0..<count).map { _ in Awaited() }
  }

  /// How many parts there are at a time for each thread.
  private static var ahead: Int { 2 }

  /// How many parts are in memory at a time: those that are worked on, those that wait, and the one that is taken over.
  package static func partsInMemory(jobs: Int) -> Int { ahead * jobs + 1 }

  package func start() {
    for _ in 0..<Self.ahead * jobs { room.signal() }
    for _ in 0..<jobs { Thread.begin { self.run() } }
  }

  /// Lets the threads end after what they are at.
  package func stop() {
    state.withLock { $0.isStopped = true }
    for _ in 0..<jobs { room.signal() }
  }

  /// The result of a part, as soon as it is there; each is asked for once, in their order.
  package func result(of number: Int) throws(TrailError) -> Output {
    let result = results[number].take()
    room.signal()
    return try result.get()
  }

  private func run() {
    while let errand = nextErrand() { errand() }
    while let number = nextPart() {
      results[number].set(Result { () throws(TrailError) in try work(number) })
    }
  }

  private func nextErrand() -> (@Sendable () -> Void)? {
    state.withLock { $0.isStopped ? nil : $0.errands.popFirst() }
  }

  private func nextPart() -> Int? {
    room.wait()
    return state.withLock { state in
      guard !state.isStopped, state.next < results.count else { return nil }
      defer { state.next += 1 }
      return state.next
    }
  }
}

extension PartThreads {
  /// Works on parts in up to so many threads, and hands over the results in their order.
  package static func forEach(
    _ count: Int,
    jobs: Int,
    work: @escaping @Sendable (Int) throws(TrailError) -> Output,
    take: (Output) throws(TrailError) -> Void
  ) throws(TrailError) {
    guard jobs > 1, count > 1 else {
      for number in 0..<count { try take(work(number)) }
      return
    }
    let threads = PartThreads(count, jobs: min(jobs, count), work: work)
    threads.start()
    defer { threads.stop() }
    for number in 0..<count { try take(threads.result(of: number)) }
  }
}
