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
    #expect(results.count == 13)
    #expect(results.allSatisfy { $0.isGood && $0.lack == nil })
  }

  @Test(arguments: ["none", "out-of-order", "unknown-fields", "floods-stderr"])
  func `What keeps the protocol passes every probe`(_ mode: String) async {
    let results = await probe(FaultyProgram.command(mode))
    #expect(results.count == 13)
    #expect(results.filter { !$0.isGood }.map(\.title) == [])
    #expect(results.count { $0.lack != nil } == 3)
  }

  @Test func `Numbers that are kept pass, and doubles in place of integers do not`() async {
    let good = await probe(FaultyProgram.command("numbers"))
    #expect(good.allSatisfy { $0.isGood && $0.lack == nil })
    let bad = await probe(FaultyProgram.command("doubles")).filter { !$0.isGood }
    #expect(bad.map(\.title) == ["keeps integers of 64 bits", "tells 1 from 1.0"])
    #expect(bad.first?.faults.first?.contains("9007199254740993") == true)
    #expect(bad.allSatisfy { $0.advice.contains("without loss") })
  }

  @Test(arguments: [
    ("logs", "answers a case without steps", "In Python: print(text, file=sys.stderr)"),
    ("wrong-ids", "answers a case without steps", #"In Python: answer = {"jsonrpc""#),
    ("bad-date", "records a custom event", #""timestamp": {"$date": "2022-06-23T14:54:37.756Z"}"#),
    ("bad-id", "records a custom event", #""_id": {"$oid": "62b396f4ebe94d2b871889bb"}"#),
    ("misspelt", "starts and says what it is: misspelt 1 (Python)", "Wire protocol"),
    ("forgets-data", "takes and writes lines of ten megabytes", "Read to the next line feed"),
    ("short-lines", "takes and writes lines of ten megabytes", "Read to the next line feed"),
  ])
  func `A frequent fault is told with the line to change`(
    _ mode: String,
    _ title: String,
    _ advice: String
  ) async {
    let first = await probe(FaultyProgram.command(mode)).first { !$0.isGood }
    #expect(first?.title == title)
    #expect(first?.advice.contains(advice) == true, "\(first?.advice ?? "")")
  }

  @Test func `A feature that is misspelt is told with what was meant`() async {
    let results = await probe(FaultyProgram.command("misspelt"))
    #expect(results.first?.faults == [#"there is no feature "clok" (did you mean "clock"?)"#])
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

  @Test func `A name does not reach the terminal as it is`() async throws {
    let outcome = try await BuiltTouchstone.run(
      ["smoke", "--"] + FaultyProgram.command("misspelt\u{1B}[31mred")
    )
    #expect(
      outcome.output.contains(#"Fix first: starts and says what it is: misspelt\u{1b}[31mred"#)
    )
    #expect(!outcome.output.contains("\u{1B}"))
  }
}
