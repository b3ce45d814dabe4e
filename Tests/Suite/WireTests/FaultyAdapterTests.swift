import Foundation
import Testing
import Touchstone
import TouchstoneProcess

/// Whatever a program does, the run ends, every case has its verdict, the innocent ones pass, and nothing stays behind.
struct FaultyAdapterTests {
  /// A run of a dozen harmless cases with a dangerous one among them, in which every case gets a verdict.
  private func run(
    _ mode: String,
    cases: [Case] = FaultyAdapterTests.cases(danger: [5]),
    processes: Int = 2,
    adjust: (inout SubprocessOptions) -> Void = { _ in }
  ) async throws -> (RunReport, SubprocessImplementation) {
    let (report, implementation) = try await start(
      mode,
      cases: cases,
      processes: processes,
      adjust: adjust
    )
    #expect(report.verdicts.map(\.testCase.name) == cases.map(\.name))
    #expect(report.summary.selected == cases.count)
    return (report, implementation)
  }

  /// A run after which no process is left.
  private func start(
    _ mode: String,
    cases: [Case],
    processes: Int,
    adjust: (inout SubprocessOptions) -> Void = { _ in },
    observe: @escaping @Sendable (CaseVerdict) -> Void = { _ in }
  ) async throws -> (RunReport, SubprocessImplementation) {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "touchstone-faulty-\(UUID().uuidString)"
    )
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var options = SubprocessOptions(
      command: FaultyProgram.command(mode, folder: folder),
      processes: processes
    )
    options.lineLimit = 1 << 20
    adjust(&options)
    let implementation = SubprocessImplementation(options)
    let report: RunReport
    do {
      report = try await Runner(jobs: options.capacity).run(
        cases,
        on: implementation,
        observe: observe
      )
    } catch {
      try await expectNoProcess(of: folder)
      throw error
    }
    try await expectNoProcess(of: folder)
    return (report, implementation)
  }

  /// Every process wrote down its number when it began.
  private func expectNoProcess(of folder: URL) async throws {
    let numbers = try FileManager.default.contentsOfDirectory(atPath: folder.path())
      .compactMap { $0.hasPrefix("pid-") ? pid_t($0.dropFirst(4)) : nil }
    for number in numbers {
      // A grandchild belongs to the group that its parent led. It was killed, but the process that adopts it may be slow.
      var tries = 0
      while kill(-number, 0) == 0, tries < 200, !Self.isZombieGroup(number) {
        tries += 1
        try await Task.sleep(for: .milliseconds(10))
      }
      #expect(tries < 200, "group \(number) is still there")
    }
  }

  /// Whether all that is left of a group waits for being noticed by the process that adopted it.
  private static func isZombieGroup(_ group: pid_t) -> Bool {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    for process in all where Int(process) != nil {
      guard let stat = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
        let end = stat.lastIndex(of: ")")
      else { continue }
      let fields = stat[stat.index(after: end)...].split(separator: " ")
      if fields.count > 2, pid_t(fields[2]) == group, fields[0] != "Z" { return false }
    }
    return true
  }

  private static func cases(danger: Set<Int>, count: Int = 13) -> [Case] {
    (0..<count).map { number in
      WireSample.makeCase(
        name: "wire/faults/\(number)",
        activity: danger.contains(number) ? "danger" : "harmless"
      )
    }
  }

  private func reason(_ report: RunReport, _ index: Int = 5) -> String {
    report.verdicts[index].reason ?? ""
  }

  /// That the dangerous case is errored for this reason, and all others passed.
  private func expectOneErrored(
    _ report: RunReport,
    because words: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(report.summary[.passed] == 12, sourceLocation: sourceLocation)
    #expect(report.verdicts[5].verdict == .errored, sourceLocation: sourceLocation)
    #expect(reason(report).contains(words), "\(reason(report))", sourceLocation: sourceLocation)
    #expect(report.faults == [], sourceLocation: sourceLocation)
    #expect(!report.isAsExpected, sourceLocation: sourceLocation)
  }

  // MARK: Faults of one case

  @Test(arguments: [
    ("dies", "with exit status 3 before it answered"),
    ("is-killed", "by signal 11 (SIGSEGV) before it answered"),
    ("garbage", #"it wrote "Traceback \u{1b}[31m(most recent call last)" to standard output"#),
    ("garbage-inside", "which is not a message: line 1, column"),
    ("result-and-error", "an answer has either a \"result\" or an \"error\""),
    ("key-twice", "is given twice"),
    ("bytes", "which is not a message"),
    (
      "half-line",
      #""id": 1, "resu" and did not end the line"#
    ),
    ("endless-line", "a line of more than 1048576 bytes"),
    ("wrong-id", "it answered what was not asked"),
    ("no-id", #"an answer has an "id""#),
    ("closes-stdout", "it closed its standard output and went on"),
    ("grandchild", "with exit status 3"),
    ("error", "the process answered with an error: cannot (-32603)"),
  ])
  func `What a program does in one case costs that case`(
    _ mode: String,
    _ words: String
  ) async throws {
    let (report, _) = try await run(mode)
    expectOneErrored(report, because: words)
  }

  @Test(arguments: ["hangs", "half-line-and-hangs", "too-late"])
  func `A case that takes too long is ended`(_ mode: String) async throws {
    let (report, _) = try await run(mode) { $0.caseLimit = .milliseconds(600) }
    expectOneErrored(report, because: "the process did not answer within 0.6 s")
  }

  @Test func `The log of a case that went wrong is kept with it`() async throws {
    let (report, _) = try await run("dies")
    #expect(report.verdicts[5].log == "about to die")
    #expect(report.verdicts.filter { $0.log != nil }.count == 1)
  }

  @Test func `Many cases that go wrong cost no other one`() async throws {
    let danger: Set = [0, 1, 2, 7, 8, 20, 39]
    let (report, _) = try await run("dies", cases: Self.cases(danger: danger, count: 40))
    for (index, verdict) in report.verdicts.enumerated() {
      #expect(verdict.verdict == (danger.contains(index) ? .errored : .passed), "\(index)")
    }
  }

  @Test func `An answer of another form is a verdict on the merits`() async throws {
    let (report, _) = try await run("no-result")
    #expect(report.summary[.passed] == 12)
    #expect(report.verdicts[5].verdict != .passed)
  }

  @Test func `What is claimed and not kept is unsupported`() async throws {
    let (report, _) = try await run("claims-too-much")
    #expect(report.summary[.passed] == 12)
    #expect(report.verdicts[5].verdict == .unsupported)
  }

  #if os(Linux)
  @Test func `What a program starts in a session of its own does not outlast it`() async throws {
    let (report, _) = try await run("far-grandchild", processes: 1)
    expectOneErrored(report, because: "with exit status 3")
  }
  #endif

  // MARK: What harms no case

  @Test(arguments: ["none", "out-of-order", "unknown-fields", "floods-stderr", "slow-start"])
  func `What is allowed is not a fault`(_ mode: String) async throws {
    let (report, implementation) = try await run(mode)
    #expect(report.summary[.passed] == 13)
    #expect(report.isAsExpected)
    #expect(implementation.remarksOnEnding == [])
  }

  @Test func `A second answer is a fault of the run`() async throws {
    // More cases than one process holds, so that the second answer is read while others are open.
    let (report, _) = try await run("twice", processes: 1)
    #expect(report.summary[.passed] == 13)
    #expect(report.faults.count == 1)
    #expect(report.faults.first?.contains("twice") == true)
    #expect(!report.isAsExpected)
  }

  @Test func `Ending after each answer blames no case, and is a fault of the run`() async throws {
    let (report, _) = try await run(
      "dies-after-answer",
      cases: Self.cases(danger: [], count: 4),
      processes: 1
    )
    #expect(report.summary[.passed] == 4)
    #expect(!report.faults.isEmpty)
    #expect(!report.isAsExpected)
  }

  @Test func `An end that no case brings about alone blames none`() async throws {
    let (report, _) = try await run("dies-now-and-then", processes: 1)
    #expect(report.summary[.passed] == 13)
    #expect(report.faults.first?.contains("no case brings it about alone") == true)
  }

  @Test(arguments: [1, 2])
  func `An answer that was not a message once and then is one costs no case`(
    _ processes: Int
  ) async throws {
    let (report, _) = try await run("garbage-inside-once", processes: processes)
    #expect(report.summary[.passed] == 13)
    #expect(report.faults.count == 1)
    #expect(report.faults.first?.contains("no case brings it about alone") == true)
  }

  @Test func `A program all of whose answers turn out to be none is given up`() async throws {
    let all = Set(0..<40)
    let (report, _) = try await run("garbage-inside", cases: Self.cases(danger: all, count: 40)) {
      $0.fruitlessLimit = 4
    }
    #expect(report.summary[.errored] == 40)
    #expect(report.verdicts.last?.reason?.contains("4 processes in a row") == true)
  }

  @Test func `A case that hung beside others and runs alone is not blamed`() async throws {
    let (report, _) = try await run("hangs-once", processes: 1) {
      $0.caseLimit = .milliseconds(600)
    }
    #expect(report.summary[.passed] == 13)
    #expect(report.faults.count == 1)
  }

  @Test(arguments: [
    ("ignores-shutdown", "did not end within 0.2 s after shutdown"),
    ("ends-badly", "with exit status 4 after shutdown"),
  ])
  func `How a program ends is remarked, and costs nothing`(
    _ mode: String,
    _ words: String
  ) async throws {
    let (report, implementation) = try await run(mode, processes: 1) {
      $0.shutdownLimit = .milliseconds(200)
    }
    #expect(report.isAsExpected)
    #expect(implementation.remarksOnEnding.first?.contains(words) == true)
  }

  @Test(arguments: 1...(ProcessInfo.processInfo.environment["TOUCHSTONE_SOAK"] == "1" ? 60 : 3))
  func `Faults of all kinds at once lose no case`(_ processes: Int) async throws {
    let (report, _) = try await run(
      "moody",
      cases: Self.cases(danger: [], count: 60),
      processes: min(processes, 4)
    ) {
      $0.window = processes.isMultiple(of: 2) ? 64 : 4
    }
    // Which cases fare how is chance. That each has a verdict is what the run itself expects.
    #expect(report.summary[.passed] + report.summary[.errored] == 60)
    #expect(report.summary[.passed] > 0)
  }

  // MARK: What keeps a run from being carried out

  @Test(arguments: [
    ("dies-at-start", "exit status 1 before it answered; its log ends with: no licence"),
    ("talks-at-start", #"it wrote "ready!" to standard output"#),
    ("hangs-at-start", "did not answer initialize within 0.3 s"),
    ("refuses", #"not today (-32000, {"editions":["1999"]})"#),
    ("says-too-little", #""implementation""#),
  ])
  func `A program that does not start ends the run`(_ mode: String, _ words: String) async {
    await #expect {
      _ = try await run(mode) {
        if mode == "hangs-at-start" { $0.startLimit = .milliseconds(300) }
      }
    } throws: { error in
      (error as? SuiteError)?.code == .notInitialized && "\(error)".contains(words)
    }
  }

  @Test func `A program that is not there ends the run`() async {
    let options = SubprocessOptions(command: ["touchstone-no-such-program"])
    await #expect {
      _ = try await Runner().run(
        Self.cases(danger: []),
        on: SubprocessImplementation(options)
      )
    } throws: { "\($0)".contains("there is no such program in PATH") }
  }

  @Test func `A folder, and a file that may not be executed, are not missing programs`()
    async throws
  {
    let folder = try TemporaryFolder()
    try folder.write("#!/bin/sh\n", to: "adapter")
    let reasons = [
      (folder.url.path(), "it is a folder"),
      (folder.url.appending(path: "adapter").path(), "the file may not be executed"),
      (folder.url.appending(path: "other").path(), "there is no such program"),
    ]
    for (program, reason) in reasons {
      await #expect {
        _ = try await Runner().run(
          Self.cases(danger: []),
          on: SubprocessImplementation(SubprocessOptions(command: [program]))
        )
      } throws: { "\($0)".contains("cannot be started: \(reason)") }
    }
  }

  @Test func `A program that never answers is given up`() async throws {
    let all = Set(0..<40)
    let (report, _) = try await run("dies", cases: Self.cases(danger: all, count: 40)) {
      $0.fruitlessLimit = 4
    }
    #expect(report.summary[.errored] == 40)
    let givenUp = report.verdicts.filter { $0.reason?.hasPrefix("not run: ") == true }
    #expect((30...37).contains(givenUp.count))
    #expect(givenUp.first?.reason?.contains("4 processes in a row") == true)
  }

  @Test func `A run that is cancelled keeps the verdicts that it has, and leaves no process`()
    async throws
  {
    let (verdicts, continuation) = AsyncStream.makeStream(of: CaseVerdict.self)
    let task = Task {
      try await start(
        "hangs",
        cases: Self.cases(danger: [12]),
        processes: 2,
        adjust: {
          // The case that hangs must not end by itself, however busy the machine is, and none may wait behind it.
          $0.caseLimit = .seconds(3600)
          $0.window = 1
        },
        observe: { verdict in
          continuation.yield(verdict)
        }
      )
    }
    for await _ in verdicts.prefix(12) {}
    task.cancel()
    let (report, _) = try await task.value
    #expect(report.summary[.passed] == 12)
    #expect(report.summary.selected == 12)
    #expect(report.unfinished == 1)
    #expect(!report.isComplete)
    #expect(!report.isAsExpected)
  }
}
