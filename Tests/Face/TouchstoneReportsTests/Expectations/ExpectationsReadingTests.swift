import Testing

@testable import Touchstone
@testable import TouchstoneReports

struct ExpectationsReadingTests {
  private func read(_ text: String) throws(SuiteError) -> Expectations {
    try Expectations(text: Array(text.utf8), path: "known.json")
  }

  private func faults(_ text: String) -> [String] {
    do throws(SuiteError) {
      _ = try read(text)
      return []
    } catch { return error.faults.map(\.description) }
  }

  @Test func `An entry names a case, or cases with their count`() throws {
    let list = try read(
      """
      {"$schema": "x", "expectations": [
        {"case": "links/circles/x", "reason": "no links yet"},
        {"cases": "links/mixed/*", "count": 4, "reason": "nor mixed"}
      ]}
      """
    )
    #expect(list.entries.map(\.name) == ["links/circles/x", "links/mixed/*"])
    #expect(list.entries.map(\.count) == [nil, 4])
    #expect(list.entries.map(\.reason) == ["no links yet", "nor mixed"])
    #expect(list.entries.map { $0.location?.line } == [2, 3])
  }

  @Test func `An empty list is one`() throws {
    #expect(try read(#"{"expectations": []}"#).entries.isEmpty)
  }

  @Test(arguments: [
    ("[]", "known.json:1:1: expectations are an object with the array \"expectations\""),
    (
      "{\"expectations\": [\n\"a/b/c\"]}",
      "known.json:2:1: an expectation is an object, not a string"
    ),
    (
      "{\"expectations\": [\n {\"case\": \"a/b/c\"}]}",
      "known.json:2:2: an expectation says why the case fails, as \"reason\""
    ),
    (
      #"{"expectations": [{"case": "a/b/c", "reason": " "}]}"#,
      "known.json:1:19: an expectation says why the case fails, as \"reason\""
    ),
    (
      #"{"expectations": [{"case": "a/b/*", "reason": "x"}]}"#,
      "known.json:1:19: a pattern is given as \"cases\", with the \"count\" it stands for"
    ),
    (
      #"{"expectations": [{"cases": "a/b/*", "count": 0, "reason": "x"}]}"#,
      "known.json:1:19: an expectation names a \"case\", or \"cases\" by a pattern with their \"count\" (from 1 on)"
    ),
    (
      #"{"expectations": [{"case": "a/b/c", "reason": "x", "raeson": "y"}]}"#,
      "known.json:1:62: an expectation has no key \"raeson\" (did you mean \"reason\"?)"
    ),
    (
      "{\"expectations\": [{\"case\": \"a\", \"reason\": \"x\"},\n{\"case\": \"a\", \"reason\": \"y\"}]}",
      "known.json:2:1: \"a\" is there twice"
    ),
    (
      #"{"expectations": [{"case": "a", "reason": "x", "unsupported": 1}]}"#,
      "known.json:1:19: \"unsupported\" is true or false"
    ),
    (
      #"{"expectations": [], "without": 7}"#,
      "known.json:1:33: \"without\" is an array of objects, each with \"feature\" and \"reason\""
    ),
    (
      #"{"expectations": [], "without": [{"feature": "sets"}]}"#,
      "known.json:1:34: such an entry has a \"feature\", and says as \"reason\" why it is left out"
    ),
    (
      #"{"expectations": [], "without": [{"feature": "set", "reason": "x"}]}"#,
      "known.json:1:46: there is no feature \"set\" (did you mean \"sets\"?)"
    ),
    (
      #"{"expectations": [], "without": [{"feature": "sets", "reason": "x"}, {"feature": "sets", "reason": "y"}]}"#,
      "known.json:1:70: \"sets\" is there twice"
    ),
    (#"{"expectations": [], "more": 1}"#, "known.json:1:30: there is no key \"more\" here"),
  ])
  func `What is malformed is told with its place`(_ text: String, _ fault: String) {
    #expect(faults(text) == [fault])
  }

  @Test func `What is not JSON is told with its place`() {
    #expect(faults("{\n  \"expectations\": [,]}").first?.hasPrefix("known.json:2:20: ") == true)
  }

  @Test func `A file that is not there is told`() {
    let error = #expect(throws: SuiteError.self) { try Expectations(file: "/nowhere/known.json") }
    #expect(error?.code == .unreadable)
    #expect(error?.description.contains("/nowhere/known.json") == true)
  }

  @Test func `What is written reads back`() throws {
    let list = Expectations(entries: [
      KnownFailure(name: "a/b/c", reason: "say \"why\"\n\u{202E}"),
      KnownFailure(name: "a/b/*", count: 2, isUnsupported: true, reason: "x"),
    ])
    var back = try read(list.text).entries
    for index in back.indices { back[index].location = nil }
    #expect(back == list.entries)
    #expect(try read(Expectations().text).entries.isEmpty)
    #expect(try read(Expectations().text).without == nil)
    let features = [
      MissingFeature(feature: "sets", reason: "none"), .init(feature: "mixed", reason: "no"),
    ]
    for features in [[], features] {
      var without = try read(Expectations(without: features).text).without
      for index in (without ?? []).indices { without?[index].location = nil }
      #expect(without == features)
    }
  }

  @Test func `A list is written an entry a line`() {
    let list = Expectations(entries: [
      KnownFailure(name: "a/b/c", reason: "x"), KnownFailure(name: "a/b/*", count: 2, reason: "y"),
    ])
    #expect(
      list.text == """
        {"expectations": [
          {"case": "a/b/c", "reason": "x"},
          {"cases": "a/b/*", "count": 2, "reason": "y"}
        ]}

        """
    )
  }
}
