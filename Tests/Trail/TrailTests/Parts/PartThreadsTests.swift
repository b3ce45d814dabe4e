import Synchronization
import Testing

@testable import TrailReading

/// Work that several threads do has its results in their order.
@Suite struct PartThreadsTests {
  @Test(arguments: [1, 2, 5]) func `Results come in the order of the parts`(jobs: Int) throws {
    var squares: [Int] = []
    try PartThreads.forEach(100, jobs: jobs) { number in
      number * number
    } take: {
      squares.append($0)
    }
    #expect(squares == (0..<100).map { $0 * $0 })
  }

  @Test(arguments: [1, 3]) func `A part that fails ends the work where it stands`(jobs: Int) {
    var taken: [Int] = []
    #expect(throws: TrailError.self) {
      try PartThreads.forEach(50, jobs: jobs) { number throws(TrailError) in
        if number == 7 { throw TrailError("seven") }
        return number
      } take: {
        taken.append($0)
      }
    }
    #expect(taken == Array(0..<7))
  }

  @Test func `No part is begun far ahead of what was asked for`() throws {
    let begun = Mutex(0)
    let threads = PartThreads(100, jobs: 2) { number in
      begun.withLock { $0 += 1 }
      return number
    }
    threads.start()
    for number in 0..<10 {
      #expect(try threads.result(of: number) == number)
      let ahead = begun.withLock { $0 } - number
      #expect(ahead <= PartThreads<Int>.partsInMemory(jobs: 2))
    }
    threads.stop()
  }

  @Test func `Each errand is done once, before the parts`() throws {
    let done = Mutex([0, 0, 0])
    let errands = (0..<3).map { index in
      { @Sendable in done.withLock { $0[index] += 1 } }
    }
    let threads = PartThreads(2, jobs: 1, errands: errands) { _ in done.withLock { $0 } }
    threads.start()
    defer { threads.stop() }
    #expect(try threads.result(of: 0) == [1, 1, 1])
    #expect(try threads.result(of: 1) == [1, 1, 1])
  }

  @Test func `What is awaited is the first value that was set`() {
    let value = Awaited<Int>()
    value.set(1)
    value.set(2)
    #expect(value.take() == 1)
    #expect(Awaited { "made elsewhere" }.take() == "made elsewhere")
  }
}
