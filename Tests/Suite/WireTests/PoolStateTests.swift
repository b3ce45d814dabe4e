import Testing

@testable import TouchstoneProcess

/// What a pool decides, whichever process is quicker.
struct PoolStateTests {
  private static func state() -> PoolState {
    PoolState(SubprocessOptions(command: ["adapter"], processes: 1))
  }

  private static let mystery = "it ended, and no case brings it about alone"

  @Test(arguments: [nil, .politely] as [PoolState.Closing?])
  func `What no case brings about is told, though the run closes with its last case`(
    _ closing: PoolState.Closing?
  ) {
    var state = Self.state()
    state.workers[0].mystery = Self.mystery
    if let closing { state.close(closing) }
    _ = state.nextWork(for: 0, Conversation(window: 1))
    #expect(state.faults.sentences == [Self.mystery])
    _ = state.nextWork(for: 0, Conversation(window: 1))
    #expect(state.faults.sentences.count == 1)
  }

  @Test func `Of a run that is interrupted it is not said: cases were left to try`() {
    var state = Self.state()
    state.workers[0].mystery = Self.mystery
    state.close(.atOnce)
    _ = state.nextWork(for: 0, Conversation(window: 1))
    #expect(state.faults.sentences == [])
  }
}
