import Dispatch
import JSON
import Synchronization
import TestSupport
import Touchstone
import TouchstoneReports
import TrailSamples

/// What strangers write when they mean well: what changed input is made from, and what goes with an input.
enum Sound {
  static let payload =
    #"{\"type\":\"Person\",\"value\":[{\"_id\":1,\"name\":\"é\",\"office\":{\"_id\":\"x\",\"n\":1.5}}]}"#
  static let document =
    #"{"_id":{"$oid":"62b396f4ebe94d2b871889bb"},"_partition":"events-62b396f4ebe94d2b871889ba","activity":"a","#
    + #""event":"read","timestamp":{"$date":"2022-06-23T14:54:37.756Z"},"data":""# + payload
    + #"","user":"Jason"}"#
  /// A document of each kind that scopes write.
  static let trail = SampleTrail.lines(events: 40, seed: 1).joined(separator: "\n")
  /// The classes of its objects.
  static let schema = SampleTrail.schema.text()
  /// A mapping for exports, and one for databases.
  static let mapping =
    #"{"store": "s", "user": {"id": "userId", "name": "username"}, "metadata": ["role"], "classes": {"Person": {"resourceType": "Patient"}}}"#
  static let stateMapping =
    #"{"classes": {"Person": {"table": "people", "columns": {"name": "n"}, "dates": "seconds"}}}"#
  static let answer =
    #"{"jsonrpc":"2.0","id":1,"result":{"steps":[{"ok":null},{"error":{"code":"other","message":"m"}},{"ok":[{"ok":1}]}],"events":["#
    + document + "]}}"
  static let request =
    #"{"jsonrpc":"2.0","id":1,"method":"runCase","params":{"schema":{"A":{"primaryKey":"_id","properties":{"_id":"int","l":"list<A>"}}},"#
    + #""configuration":{},"given":[],"steps":[{"do":"write","steps":[{"do":"create","type":"A","value":{"_id":1}}]}]}}"#
  static let caseFile = #"""
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
  static let expectations =
    #"{"expectations": [{"case": "reads/**", "reason": "later", "edition": "2023"}, {"case": "links/a/b", "reason": "x"}]}"#
  static let expecting = Sample.makeCase(
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
  static let report = ReportFile(run, requirements: [:]).jsonText
  /// A run of one case that fails.
  static let run = run(answering: .completed(steps: [], events: []))

  /// The run of one case that is answered like this.
  static func run(answering result: CaseResult) -> RunReport {
    finishing {
      do {
        return try await Runner().run([expecting], on: FakeImplementation { _ in result })
      } catch { fatalError("the implementation did not say what it is: \(error)") }
    }
  }

  /// Runs something asynchronous to its end: libFuzzer knows no other way.
  static func finishing<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) -> Value {
    let value = Mutex<Value?>(nil)
    let ended = DispatchSemaphore(value: 0)
    Task {
      let result = await body()
      value.withLock { $0 = result }
      ended.signal()
    }
    while true {
      ended.wait()
      if let value = value.withLock({ $0 }) { return value }
    }
  }
}
