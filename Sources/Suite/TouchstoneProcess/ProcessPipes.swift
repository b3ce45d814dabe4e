/// What connects the suite with one process.
struct ProcessPipes: Sendable {
  let input: PipeEnds
  let output: PipeEnds
  let log: PipeEnds
  /// Lets other threads wake the one that waits for the process.
  let wakeup: Wakeup

  /// - Throws: a `CaseFault` if there are no descriptors left.
  init() throws(CaseFault) {
    (input, output, log) = (try PipeEnds(), try PipeEnds(), try PipeEnds())
    wakeup = try Wakeup()
    for descriptor in [input.writing, output.reading, log.reading] { descriptor.makeNonBlocking() }
  }

  /// Leaves to the process what it has inherited, so that its end can be noticed.
  func closeEndsOfProcess() {
    for descriptor in [input.reading, output.writing, log.writing] { descriptor.close() }
  }
}
