import Deflate
import TrailReading
import Formats
import Foundation
import JSON
import TestSupport
import Testing
import TouchstoneReports
import TrailCheck

@testable import Touchstone
@testable import TouchstoneWire

/// Whatever is read of what others wrote: no input ends the process, takes more than a second, or more memory than the
/// reader is allowed.
///
/// `TOUCHSTONE_SOAK=1` tries a million inputs of each kind, or as many as `TOUCHSTONE_FUZZ` says, with a new seed each
/// time; otherwise it is a thousand, the same ones in every run. `TOUCHSTONE_FUZZ_READER` names the only reader to be
/// tried, such as `gzip`.
@Suite(.serialized) struct FuzzingTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let isSoak = environment["TOUCHSTONE_SOAK"] != nil
  private static let count =
    environment["TOUCHSTONE_FUZZ"].flatMap { Int($0) } ?? (isSoak ? 1_000_000 : 1_000)
  private static let seed =
    environment["TOUCHSTONE_SEED"].flatMap { UInt64($0) }
    ?? (isSoak ? .random(in: 0...(1 << 62)) : 1)

  /// A reader of foreign input.
  struct Reader: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let samples: [[UInt8]]
    let words: [String]
    let read: @Sendable ([UInt8]) -> Void
  }

  private static let chosen: [Reader] = {
    guard let name = environment["TOUCHSTONE_FUZZ_READER"] else { return readers }
    let chosen = readers.filter { $0.testDescription == name }
    precondition(!chosen.isEmpty, "no reader is called \(name)")
    return chosen
  }()

  @Test(arguments: chosen) func `No input ends the process or takes long`(_ reader: Reader) {
    var mutator = Mutator(seed: Self.seed, samples: reader.samples, words: reader.words)
    var slowest: (time: Duration, input: [UInt8]) = (.zero, [])
    for sample in reader.samples { reader.read(sample) }
    for _ in 0..<Self.count {
      let input = mutator.next()
      let start = Self.processorTime()
      reader.read(input)
      let time = Self.processorTime() - start
      if time > slowest.time { slowest = (time, input) }
    }
    let text = Data(slowest.input).base64EncodedString()
    #expect(slowest.time < .seconds(1), "seed \(Self.seed): \(slowest.time) for \(text)")
    // One payload may inflate to 64 MiB; all of them together leave nothing behind.
    #expect(Self.peakMemory() < 1_500 << 20, "seed \(Self.seed)")
  }

  /// What this thread has used: others run on the same machine.
  private static func processorTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// The most memory that the process ever had, in bytes.
  private static func peakMemory() -> Int {
    var usage = rusage()
    #if os(Linux)
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss * 1024
    #else
    getrusage(RUSAGE_SELF, &usage)
    return usage.ru_maxrss
    #endif
  }

  // MARK: Readers

  private static let jsonWords = [
    "null", "true", "1e999", "-0.0", "\"\\ud800\"", "\"\\u0000\"", "{}", "[]", ",", ":", "\"",
    "18446744073709551616",
    "\"$oid\"", "\"$date\"", "\"$numberLong\"", "\"$binary\"", "\"$repeat\"",
    "{\"$repeat\":{\"times\":100000,\"value\":[]}}",
    "{\"$index\":1}", "{\"$$anyOf\":[]}", "{\"$$matches\":\"(a*)*b\"}", "{\"$$between\":[1,2]}",
    "\u{FEFF}", "\u{2028}",
  ]

  static let readers: [Reader] = [
    reader("JSON", [document, caseFile, answer]) { _ = try? JSON(parsing: $0) },
    reader("a case file", [caseFile]) { bytes in
      var suite = SuiteText()
      suite.addGroup("reads/fuzzed.json", shownAs: "fuzzed.json", text: bytes)
      _ = try? Suite(reading: suite)
    },
    reader("an answer of an implementation", [answer]) { bytes in
      guard let message = try? JSON(parsing: bytes), let answer = try? WireAnswer(message: message),
        case .success(let result) = answer.outcome
      else { return }
      let info = FakeImplementation.recording.info
      let runner = CaseRunner(
        implementation: FakeImplementation.recording,
        info: info,
        edition: "2023"
      )
      _ = runner.judges(CaseResult(message: result), by: expecting)
      _ = try? ImplementationInfo(message: result)
    },
    reader("a request", [request]) { bytes in
      guard let message = try? JSON(parsing: bytes),
        let request = try? WireRequest(message: message)
      else { return }
      _ = try? CaseProgram(message: request.params)
    },
    reader("a report", [report]) { _ = try? ReportFile(text: $0, path: "report.json") },
    reader("a list of known failures", [expectations]) {
      _ = try? Expectations(text: $0, path: "expectations.json")
    },
    reader("an export", [document + "\n" + document, "[" + document + "]"]) { check($0) },
    Reader(
      testDescription: "a dump",
      samples: [bson, bson + bson],
      words: ["\u{0}", "\u{7}\u{0}"]
    ) {
      check($0)
    },
    Reader(testDescription: "gzip", samples: [gzip], words: ["\u{1F}"]) { bytes in
      check(bytes)
      _ = try? Deflate.gunzip(bytes, limit: 1 << 20)
    },
    Reader(
      testDescription: "DEFLATE",
      samples: [Deflate.compress(Array(document.utf8)), Deflate.compress([])],
      words: ["\u{3}\u{0}"]
    ) { _ = try? Deflate.inflate($0, limit: 1 << 20) },
  ]

  private static func reader(
    _ name: String,
    _ samples: [String],
    _ read: @escaping @Sendable ([UInt8]) -> Void
  ) -> Reader {
    Reader(
      testDescription: name,
      samples: samples.map { Array($0.utf8) },
      words: jsonWords,
      read: read
    )
  }

  private static func check(_ bytes: [UInt8]) {
    var check = TrailCheck()
    try? check.check(.bytes(bytes, name: "fuzzed"))
    try? check.finish()
  }

  // MARK: Sound input

  private static let payload =
    #"{\"type\":\"Person\",\"value\":[{\"_id\":1,\"name\":\"é\",\"office\":{\"_id\":\"x\",\"n\":1.5}}]}"#
  private static let document =
    #"{"_id":{"$oid":"62b396f4ebe94d2b871889bb"},"_partition":"events-62b396f4ebe94d2b871889ba","activity":"a","#
    + #""event":"read","timestamp":{"$date":"2022-06-23T14:54:37.756Z"},"data":""# + payload
    + #"","user":"Jason"}"#
  private static let answer =
    #"{"jsonrpc":"2.0","id":1,"result":{"steps":[{"ok":null},{"error":{"code":"other","message":"m"}},{"ok":[{"ok":1}]}],"events":["#
    + document + "]}}"
  private static let request =
    #"{"jsonrpc":"2.0","id":1,"method":"runCase","params":{"schema":{"A":{"primaryKey":"_id","properties":{"_id":"int","l":"list<A>"}}},"#
    + #""configuration":{},"given":[],"steps":[{"do":"write","steps":[{"do":"create","type":"A","value":{"_id":1}}]}]}}"#
  private static let caseFile = #"""
    {"title": "Fuzzed", "class": "recording",
     "schema": {"Person": {"primaryKey": "_id", "properties": {"_id": "int", "name": "string?", "friends": "list<Person>"}}},
     "given": [{"do": "write", "steps": [{"do": "create", "type": "Person", "value": {"_id": 1}, "as": "ada"}]}],
     "cases": [{"id": "a-case", "title": "A person is read", "requirements": ["READ-2"], "needs": ["clock"],
       "steps": [{"do": "setClock", "to": {"$date": "2022-06-23T14:54:37.756Z"}},
         {"do": "beginScope", "activity": "open", "as": "scope"},
         {"do": "get", "type": "Person", "key": 1, "returns": true},
         {"do": "query", "type": "Person", "where": {"name": {"$ne": null}}, "sort": [["name", "ascending"]]},
         {"do": "commitScope", "scope": "scope"}],
       "expect": {"events": [{"event": "read", "activity": "open", "timestamp": {"$$type": "date"},
         "data": {"type": "Person", "value": [{"_id": 1, "name": null, "friends": {"$$unordered": []}}]}}]}}]}
    """#
  private static let expectations =
    #"{"expectations": [{"case": "reads/**", "reason": "later", "edition": "2023"}, {"case": "links/a/b", "reason": "x"}]}"#
  private static let expecting = Sample.makeCase(
    steps: [
      ["do": "get", "type": "Person", "key": 1, "returns": true],
      ["do": "beginScope", "activity": "a", "as": "s"],
      ["do": "write", "steps": [["do": "create", "type": "Person", "value": ["_id": 2]]]],
    ],
    events: [
      [
        "event": "read", "activity": "a",
        "data": ["type": "Person", "value": [["_id": 1, "name": ["$$type": "string"]]]],
        "metadata": ["user": ["$$matches": "J.*"]],
      ]
    ]
  )
  private static let report: String = {
    let testCase = expecting
    let verdict = CaseVerdict(on: testCase, withoutAnswer: "it ended")
    let run = RunReport(
      implementation: FakeImplementation.recording.info,
      selection: RunSelection(),
      verdicts: [verdict],
      notRun: [],
      faults: [],
      started: Timestamp(milliseconds: 0),
      ended: Timestamp(milliseconds: 1)
    )
    return ReportFile(run, requirements: [:]).jsonText
  }()

  // A dump of `{"_id": ObjectId, "event": "read", "n": 1}`.
  private static let bson: [UInt8] = {
    let content: [UInt8] =
      [7] + Array("_id".utf8) + [0] + Array(repeating: 0x62, count: 12)
      + [2] + Array("event".utf8) + [0, 5, 0, 0, 0] + Array("read".utf8) + [0]
      + [9] + Array("timestamp".utf8) + [0] + [1, 2, 3, 4, 5, 0, 0, 0]
      + [5] + Array("data".utf8) + [0, 2, 0, 0, 0, 0, 3, 0]
      + [19] + Array("d".utf8) + [0] + Array(repeating: 1, count: 16)
    return [UInt8(content.count + 5), 0, 0, 0] + content + [0]
  }()

  private static let gzip: [UInt8] = {
    let text = Array((document + "\n").utf8)
    let length = UInt32(text.count)
    // The checksum is wrong, which is noticed at the end.
    return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + Deflate.compress(text) + [0, 0, 0, 0]
      + withUnsafeBytes(of: length.littleEndian) { Array($0) }
  }()
}
