import Dispatch
import Foundation
import Synchronization

/// Reads the parts of a trail in several threads, and has what is known of each for the one that asks for it.
///
/// Threads take the parts in their order and are never far ahead of what was asked for, so that little waits in memory.
package final class PartThreads<Output: Sendable>: Sendable {
  private struct State {
    var next = 0
    var nextDigest: Int
    var isStopped = false
    var results: [Int: Result<Output, TrailError>] = [:]
    var digests: [Int: Result<(bytes: Int, sha256: String), TrailError>] = [:]
  }

  private let parts: TrailParts
  private let jobs: Int
  private let read: @Sendable (TrailParts.Part) throws(TrailError) -> Output
  private let state: Mutex<State>
  private let isRead: [DispatchSemaphore]
  private let digested: [DispatchSemaphore]
  /// How many more parts may be begun.
  private let room = DispatchSemaphore(value: 0)
  /// What the recursion of a parser needs, as in the main thread.
  private static var stackBytes: Int { 8 << 20 }

  /// Threads that wait for their start.
  ///
  /// - Parameters:
  ///   - parts: what is read.
  ///   - digestsFiles: whether files that are in several parts are digested, too.
  ///   - jobs: how many threads there are.
  ///   - read: reads one part.
  package init(
    _ parts: TrailParts,
    digestsFiles: Bool = false,
    jobs: Int,
    read: @escaping @Sendable (TrailParts.Part) throws(TrailError) -> Output
  ) {
    self.parts = parts
    self.jobs = jobs
    self.read = read
    state = Mutex(State(nextDigest: digestsFiles ? 0 : parts.cut.count))
    isRead = parts.parts.map { _ in DispatchSemaphore(value: 0) }
    digested = parts.cut.map { _ in DispatchSemaphore(value: 0) }
  }

  /// How many parts there are at a time for each thread.
  private static var ahead: Int { 2 }

  /// How many parts are in memory at a time: those that are read, those that wait, and the one that is taken over.
  package static func partsInMemory(jobs: Int) -> Int { ahead * jobs + 1 }

  package func start() {
    for _ in 0..<Self.ahead * jobs { room.signal() }
    for _ in 0..<jobs {
      let thread = Thread { self.work() }
      thread.stackSize = Self.stackBytes
      thread.start()
    }
  }

  /// Lets the threads end after what they are at.
  package func stop() {
    state.withLock { $0.isStopped = true }
    for _ in 0..<jobs { room.signal() }
  }

  /// What is known of a part, as soon as it was read; each is asked for once, in their order.
  package func result(of number: Int) throws(TrailError) -> Output {
    isRead[number].wait()
    room.signal()
    let result = state.withLock { $0.results.removeValue(forKey: number) }
    guard let result else { throw TrailError("a part of the trail was not read") }
    return try result.get()
  }

  /// The bytes and the SHA-256 of a file that is in several parts.
  package func digest(of number: Int) throws(TrailError) -> (bytes: Int, sha256: String) {
    digested[number].wait()
    let result = state.withLock { $0.digests[number] }
    guard let result else { throw TrailError("a file of the trail was not digested") }
    return try result.get()
  }

  private func work() {
    // Digests take longest, and come first: a file can be digested by one thread only.
    while let number = nextDigest() {
      let result = Result { () throws(TrailError) in try parts.cut[number].input.digest() }
      state.withLock { $0.digests[number] = result }
      digested[number].signal()
    }
    while let number = nextPart() {
      let result = Result { () throws(TrailError) in try read(parts.parts[number]) }
      state.withLock { $0.results[number] = result }
      isRead[number].signal()
    }
  }

  private func nextDigest() -> Int? {
    state.withLock { state in
      guard !state.isStopped, state.nextDigest < parts.cut.count else { return nil }
      defer { state.nextDigest += 1 }
      return state.nextDigest
    }
  }

  private func nextPart() -> Int? {
    room.wait()
    return state.withLock { state in
      guard !state.isStopped, state.next < parts.parts.count else { return nil }
      defer { state.next += 1 }
      return state.next
    }
  }
}
