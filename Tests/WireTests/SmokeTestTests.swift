import Testing
import TouchstoneProcess

struct SmokeTestTests {
  private func probe(
    _ command: [String],
    adjust: (inout SubprocessOptions) -> Void = { _ in }
  ) async -> [SmokeResult] {
    var options = SubprocessOptions(command: command)
    adjust(&options)
    return await SmokeTest(options, edition: "2023").run { _ in }
  }

  @Test func `The reference passes every probe`() async throws {
    let results = await probe([try BuiltTouchstone.path(), "reference"])
    #expect(results.count == 9)
    #expect(results.allSatisfy { $0.isGood })
  }

  @Test(arguments: ["none", "out-of-order", "unknown-fields", "floods-stderr"])
  func `What keeps the protocol passes every probe`(_ mode: String) async {
    let results = await probe(FaultyProgram.command(mode))
    #expect(results.count == 9)
    #expect(results.filter { !$0.isGood }.map(\.title) == [])
  }

  @Test(arguments: [
    ("dies-at-start", "see its log"),
    ("talks-at-start", "what is for people goes to standard error"),
    ("hangs-at-start", "flush standard output"),
    ("refuses", "name an edition that is spoken"),
  ])
  func `What does not start is told from what is wrong`(_ mode: String, _ advice: String) async {
    let results = await probe(FaultyProgram.command(mode)) {
      if mode == "hangs-at-start" { $0.startLimit = .milliseconds(300) }
    }
    #expect(results.map(\.suspect) == [.command])
    #expect(results.first?.isGood == false)
    #expect(results.first?.advice.contains(advice) == true)
  }

  @Test func `A command that is not there is told from one that fails`() async {
    let results = await probe(["touchstone-no-such-program"])
    #expect(results.first?.faults.first?.contains("no such program") == true)
    #expect(results.first?.advice.contains("without a shell") == true)
  }

  @Test(arguments: [
    ("ignores-shutdown", "after shutdown"), ("dies-after-answer", "when it had nothing to answer"),
  ])
  func `A bad end is the only fault`(_ mode: String, _ words: String) async {
    let results = await probe(FaultyProgram.command(mode)) {
      $0.shutdownLimit = .milliseconds(200)
    }
    let bad = results.filter { !$0.isGood }
    #expect(bad.map(\.title) == ["ends when it is asked to"])
    #expect(bad.first?.faults.contains { $0.contains(words) } == true)
  }
}
