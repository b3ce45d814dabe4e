import Foundation
import Testing

@testable import Touchstone
@testable import TouchstoneCaseFiles

/// Texts of group files in few words: what a test does not mention is as in any plain group.
///
/// A text may hold the mark `▶` before the value that is at fault; the place of the mark is the place that the fault
/// must have.
struct GroupText {
  var title = "\"Reading people\""
  var conformanceClass = "recording"
  var schema = """
    {"Person": {"primaryKey": "_id", "properties": {"_id": "int", "name": "string?", "boss": "Person?",
      "friends": "list<Person>", "born": "date?", "extra": "mixed"}}}
    """
  var configuration: String?
  var given: String?
  /// Keys of the case from `id` to `notes`.
  var facts = """
    "id": "one", "title": "A person is read", "requirements": ["READ-1"]
    """
  /// Keys of the case between `notes` and `steps`.
  var settings: String?
  var steps =
    "[\(GroupText.begin), {\"do\": \"get\", \"type\": \"Person\", \"key\": 1, \"as\": \"ada\"}]"
  var expect = "{\"events\": [\(GroupText.event)]}"

  static let begin = "{\"do\": \"beginScope\", \"activity\": \"look\", \"as\": \"scope\"}"
  static let event = "{\"event\": \"read\", \"activity\": \"look\", \"data\": null}"

  var text: String {
    var lines = [
      "{", "\"title\": \(title),", "\"class\": \"\(conformanceClass)\",", "\"schema\": \(schema),",
    ]
    if let configuration { lines.append("\"configuration\": \(configuration),") }
    if let given { lines.append("\"given\": \(given),") }
    lines += ["\"cases\": [", "  {", facts + ","]
    if let settings { lines.append(settings + ",") }
    return (lines + ["\"steps\": \(steps),", "\"expect\": \(expect)", "  }", "]", "}"])
      .joined(separator: "\n")
  }

  /// A group whose case has these steps after the begin of its scope, and another lookup of a person.
  static func steps(_ steps: String, facts: String? = nil) -> GroupText {
    var group = GroupText()
    group.steps =
      "[\(begin), {\"do\": \"get\", \"type\": \"Person\", \"key\": 1, \"as\": \"ada\"}, \(steps)]"
    if let facts { group.facts = facts }
    return group
  }

  /// Facts of a case that has these needs.
  static func needing(_ feature: String) -> String {
    """
    "id": "one", "title": "A person is read", "requirements": ["READ-1"], "needs": ["\(feature)"]
    """
  }
}

/// What reading a text gave, beside the place that its mark shows.
struct Reading {
  static let mark = "▶"

  var cases: [Case] = []
  var faults: [SuiteFault] = []
  var marked: TextLocation?

  init(_ text: String, requirements: Set<String> = ["READ-1", "READ-2"]) {
    let file = "Golden/cases/reads/people.json"
    if let range = text.range(of: Self.mark) {
      let before = text[..<range.lowerBound]
      let line = before.utf8.count { $0 == UInt8(ascii: "\n") } + 1
      let column = before.utf8.reversed().prefix { $0 != UInt8(ascii: "\n") }.count + 1
      marked = TextLocation(file: file, line: line, column: column)
    }
    let bytes = Array(text.replacing(Self.mark, with: "").utf8)
    let group = GroupFile(path: file, chapter: "reads", group: "people", text: bytes)
    switch group.read(GroupValidator(requirements: requirements).faults) {
    case .cases(let read): cases = read
    case .faults(let found): faults = found
    }
  }
}

/// Expects exactly one fault, at the mark, whose message holds a text.
func expectFault(
  _ message: String,
  in group: GroupText,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  expectFault(message, in: group.text, sourceLocation: sourceLocation)
}

/// Expects exactly one fault, at the mark, whose message holds a text.
func expectFault(
  _ message: String,
  in text: String,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let reading = Reading(text)
  #expect(reading.faults.count == 1, "\(reading.faults)", sourceLocation: sourceLocation)
  #expect(
    reading.faults.first?.location == reading.marked,
    "\(reading.faults)",
    sourceLocation: sourceLocation
  )
  let found = reading.faults.first?.message ?? "no fault"
  #expect(found.contains(message), sourceLocation: sourceLocation)
}

/// Expects that a group has one case and nothing wrong with it.
func expectNoFault(in group: GroupText, sourceLocation: SourceLocation = #_sourceLocation) {
  let reading = Reading(group.text)
  #expect(reading.faults == [], sourceLocation: sourceLocation)
  #expect(reading.cases.count == 1, sourceLocation: sourceLocation)
}
