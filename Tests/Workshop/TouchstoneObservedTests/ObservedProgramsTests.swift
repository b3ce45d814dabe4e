import CZlib
import JSON
import ReferenceAdapter
import Testing
import Touchstone
import TouchstoneCaseFiles
import TouchstoneObserved

/// Programs with what was observed become cases: they are read strictly, and nothing wrong agrees with them.
struct ObservedProgramsTests {
  // MARK: Reading

  @Test func `The file that is built in has programs of both generators`() throws {
    let programs = try ObservedPrograms(.builtIn).programs
    #expect(programs.count { $0.testCase.name.hasPrefix("observed/plain/") } == 1000)
    #expect(programs.count { $0.testCase.name.hasPrefix("observed/extended/") } == 500)
    #expect(Set(programs.map(\.testCase.name)).count == programs.count)
    #expect(programs.allSatisfy { ($0.unrepaired != nil) == !$0.errata.isEmpty })
  }

  @Test func `Each class has the programs that were observed of it`() throws {
    let merging = try ObservedPrograms(.builtIn, of: .mobilePlatform).programs
    #expect(merging.count { $0.testCase.name.hasPrefix("observed/merging/") } == 276)
    #expect(merging.allSatisfy { $0.testCase.conformanceClass == "mobile-platform" })
    #expect(throws: SuiteError.self) { try ObservedPrograms(.builtIn, of: .eventRealm) }
  }

  @Test func `A file that gzip did not make is refused`() {
    let error = #expect(throws: SuiteError.self) {
      try ObservedPrograms(compressed: Array("{}".utf8))
    }
    #expect(error?.description.contains("is not what gzip makes") == true)
  }

  @Test func `A file that was cut off is refused`() {
    let whole = gzip(program())
    #expect(throws: SuiteError.self) {
      try ObservedPrograms(compressed: Array(whole.dropLast(12)))
    }
  }

  @Test(arguments: ["{", "[]", #"{"seed": 1}"#])
  func `A line that is not a program is refused with its place`(_ line: String) {
    let error = #expect(throws: SuiteError.self) {
      try ObservedPrograms(compressed: gzip("\(program())\n\(line)\n"))
    }
    #expect(error?.description.contains("core-programs.jsonl.gz:2") == true)
  }

  // MARK: Comparing

  @Test func `What was observed agrees`() async throws {
    #expect(try await agreement(with: program()).agreeing == 1)
  }

  @Test func `Numbers count by value, and sets and members have no order`() async throws {
    let other = program { $0.replacing(Self.dog, with: #"{"tags":[1,2],"n":-0.0,"_id":1}"#) }
    #expect(other != program())
    #expect(try await agreement(with: other).agreeing == 1)
  }

  @Test(arguments: [
    ("no-such-key", "other"),
    (dog, #"{"_id":1,"n":1.0,"tags":[2,1]}"#),
    (dog, #"{"_id":1,"n":0,"tags":[2]}"#),
    (dog, #"{"_id":1,"tags":[2,1]}"#),
    (#"{"ok":true}"#, #"{"ok":false}"#),
    (#""activity":"view""#, #""activity":"visit""#),
    (#""event":"write""#, #""event":"read""#),
  ])
  func `A near miss does not agree`(_ text: String, _ wrong: String) async throws {
    let other = program { $0.replacing(text, with: wrong) }
    #expect(other != program())
    #expect(try await agreement(with: other).agreeing == 0)
  }

  @Test(arguments: [[1, 0], [0], [1], [], [0, 1, 1]])
  func `Another order, a missing event and one too many do not agree`(
    _ places: [Int]
  ) async throws {
    #expect(try await agreement(with: program(events: places)).agreeing == 0)
  }

  @Test(arguments: [(true, 1), (false, 0)])
  func `Of a program with a defect, the defect and its repair both agree`(
    _ isObserved: Bool,
    _ repaired: Int
  ) async throws {
    let right = program()
    let wrong = program { $0.replacing(Self.dog, with: #"{"_id":1,"n":5,"tags":[1,2]}"#) }
    let (result, repair) = isObserved ? (wrong, right) : (right, wrong)
    let repairedResult = try #require(JSON(parsing: repair)["result"]).text()
    let line = result.dropLast() + #", "tags": ["lost-fold"], "repaired": \#(repairedResult)}"#
    let agreement = try await agreement(with: String(line))
    #expect(agreement.agreeing == 1)
    #expect(agreement.repaired == repaired)
  }

  private func agreement(with line: String) async throws -> Agreement {
    let programs = try ObservedPrograms(compressed: gzip(line))
    let runner = Runner(RunSelection(edition: "core"))
    return programs.agreement(
      in: try await runner.run(programs.cases, on: ReferenceImplementation())
    )
  }

  private static let dog = #"{"_id":1,"n":0.0,"tags":[2,1]}"#

  /// A program whose outcome follows from the specification.
  ///
  /// - Parameters:
  ///   - places: which of the two events are there, in which order.
  ///   - edit: makes something else of the outcome.
  /// - Returns: a line of a file of programs.
  private func program(events places: [Int] = [0, 1], _ edit: (String) -> String = { $0 }) -> String
  {
    func event(_ kind: String, _ data: String) -> String {
      edit(#"{"activity":"view","event":"\#(kind)","data":"#) + JSON.string(edit(data)).text() + "}"
    }
    let events = [
      event("read", #"{"type":"Dog","value":[\#(Self.dog)]}"#),
      event("write", #"{"Dog":{"insertions":[{"_id":2,"n":null,"tags":[]}]}}"#),
    ]
    let outcomes = edit(
      #"[{"ok":null},{"ok":true},"#
        + #"{"ok":[{"error":{"code":"no-such-key","message":"none"}},{"ok":null}]},{"ok":null}]"#
    )
    return [
      #"{"seed": 1, "generator": "plain", "params": {"schema": {"Dog": {"primaryKey": "_id", "properties":"#,
      #"{"_id": "int", "n": "double?", "tags": "set<int>"}}, "#,
      #""Box": {"primaryKey": "_id", "properties": {"_id": "int", "by": "dictionary<int>"}}}, "configuration": {},"#,
      #""given": [{"do": "write", "steps": ["#,
      #"{"do": "create", "type": "Dog", "value": {"_id": 1, "n": 0.0, "tags": [1, 2]}},"#,
      #"{"do": "create", "type": "Box", "value": {"_id": 1}, "as": "box"}]}],"#,
      #""steps": [{"do": "beginScope", "activity": "view", "as": "s"}, {"do": "get", "type": "Dog", "key": 1},"#,
      #"{"do": "write", "steps": [{"do": "remove", "object": "box", "property": "by", "key": "k"},"#,
      #"{"do": "create", "type": "Dog", "value": {"_id": 2}}]}, {"do": "commitScope", "scope": "s"}]},"#,
      #""result": {"steps": \#(outcomes), "events": [\#(places.map { events[$0] }.joined(separator: ","))]}}"#,
    ].joined(separator: " ")
  }
}

/// A member of gzip that holds a text as it is, in one block (RFC 1951, 3.2.4).
private func gzip(_ text: String) -> [UInt8] {
  let bytes = Array(text.utf8)
  let size = UInt32(bytes.count)
  func littleEndian(_ number: UInt32, _ count: UInt32) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
  return [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255, 1] + littleEndian(size, 2)
    + littleEndian(~size, 2) + bytes + littleEndian(UInt32(crc32(0, bytes, size)), 4)
    + littleEndian(size, 4)
}
