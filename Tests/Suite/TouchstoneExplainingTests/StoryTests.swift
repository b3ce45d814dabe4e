import Formats
import JSON
import TestSupport
import Testing

@testable import Touchstone
@testable import TouchstoneExplaining

struct StoryTests {
  private func steps(_ steps: JSON...) -> [String] { Story(Sample.makeCase(steps: steps)).steps }

  @Test func `Steps are told in the words of the Event Library`() {
    #expect(
      steps(
        ["do": "beginScope", "activity": "read object", "as": "scope"],
        [
          "do": "get", "type": "Person", "key": ["$oid": "62b38b3c10846041166f5deb"],
          "as": "person",
        ],
        ["do": "follow", "object": "person", "property": "office"],
        ["do": "commitScope", "scope": "scope"]
      )
        == [
          "[0] let scope = events.beginScope(activity: \"read object\")",
          "[1] let person = realm.object(ofType: Person, forPrimaryKey: ObjectId(\"62b38b3c10846041166f5deb\"))",
          "[2] person.office", "[3] scope.commit()",
        ]
    )
  }

  @Test func `Nested steps are indented, and expectations stand beside them`() {
    #expect(
      steps(
        [
          "do": "write",
          "steps": [
            ["do": "set", "object": "p", "property": "boss", "value": ["$ref": "q"]],
            ["do": "write", "steps": [], "fails": "already-in-write-transaction"],
          ], "cancel": true,
        ],
        ["do": "count", "of": "all", "returns": 3],
        [
          "do": "commitScope", "scope": "s",
          "fails": ["code": "other", "message": ["$$matches": "a"]],
        ]
      )
        == [
          "[0] try realm.write {", "      [0] p.boss = q",
          "      [1] try realm.write {}  // fails: already-in-write-transaction",
          "      realm.cancelWrite()", "    }", "[1] all.count  // returns 3",
          "[2] s.commit()  // fails: other, message {\"$$matches\": \"a\"}",
        ]
    )
  }

  private let loop = Sample.makeCase(steps: [
    ["do": "events"],
    ["$repeat": ["times": 3, "value": ["do": "recordEvent", "activity": ["$index": "a#"]]]],
    ["do": "write", "steps": [["do": "events"], ["do": "deleteAll", "type": "Person"]]],
  ])

  @Test func `Steps that are repeated have all of their numbers`() {
    #expect(
      Story(loop).steps == [
        "[0]   events.persisted()", "[1–3] for index in 0..<3 {",
        "        events.recordEvent(activity: \"a\\(index)\")", "      }",
        "[4]   try realm.write {",
        "        [0] events.persisted()", "        [1] realm.deleteAll(Person)", "      }",
      ]
    )
    #expect(Story(loop, isNumbered: false).steps.first == "events.persisted()")
  }

  @Test(
    arguments: [
      ("steps[0].returns", [0]), ("steps[2].fails", [1]), ("steps[4]", [4]),
      ("steps[4].steps[1].returns.name", [6]), ("steps[4].steps[9]", [4]), ("steps[5]", []),
      ("events[0].data.steps[0]", []), ("", []),
    ] as [(String, [Int])]
  )
  func `A finding is about the innermost step that its place names`(place: String, lines: [Int]) {
    #expect(Story(loop).stepLines.failing([Finding(place: place, message: "")]) == lines)
  }

  @Test(arguments: StepKind.all.map(\.name))
  func `Every kind of step has words of its own`(name: String) {
    let step: JSON = ["do": .string(name), "steps": []]
    #expect(!steps(step).joined().contains("\"do\""))
  }

  @Test func `A story holds nothing that steers a terminal`() {
    let evil = "\u{1B}[2J\n\u{202E}"
    let testCase = Sample.makeCase(
      name: "a/\(evil)/c",
      notes: "note \(evil)",
      schema: [evil: ["properties": [evil: "int"]]],
      configuration: ["partitionValue": .string(evil)],
      steps: [
        ["do": "recordEvent", "activity": .string(evil)],
        ["do": "commitScope", "scope": .string(evil)],
      ],
      events: [["event": nil, "activity": .string(evil), "data": .string(evil)]]
    )
    for line in Story(testCase).lines { #expect(terminalSafe(line) == line) }
  }

  @Test func `A story ends with the trail, the sentences and the notes`() {
    let requirement = Requirement(
      id: "READ-1",
      level: .should,
      text: "A read is recorded.",
      source: "S3",
      notObservable: nil,
      location: TextLocation(file: "Spec/reads.md", line: 3)
    )
    let testCase = Sample.makeCase(
      notes: "Look at the scope.",
      steps: [["do": "events"]],
      events: [["event": "read", "activity": "look", "data": nil]]
    )
    let story = Story(testCase, requirements: ["READ-1": requirement])
    #expect(
      Array(story.lines.suffix(11)) == [
        "Steps", "  [0] events.persisted()", "", "Expected",
        "  [{\"event\": \"read\", \"activity\": \"look\", \"data\": null}]", "", "Requirements",
        "  READ-1 SHOULD: A read is recorded.", "", "Notes", "  Look at the scope.",
      ]
    )
  }

  @Test func `A refusal to open is told instead of a trail`() {
    let testCase = Sample.makeCase(expectation: ["openFails": ["code": "other", "message": "no"]])
    #expect(Story(testCase).expected == ["opening the realm fails: other, message \"no\""])
  }

  @Test func `What fits stands on one line, the rest is broken into parts`() {
    #expect(
      Layout.lines(of: ["a": [1, 2], "b": [:]], width: 30) == ["{\"a\": [1, 2], \"b\": {}}"]
    )
    #expect(
      Layout.lines(of: ["a": [1, 2], "b": []], width: 12) == [
        "{", "  \"a\": [", "    1,", "    2", "  ],", "  \"b\": []", "}",
      ]
    )
    #expect(Layout.lines(of: "a long text", width: 3) == ["\"a long text\""])
  }

  @Test func `What is compared is laid out without commas, and as far as it is read`() {
    let rows = { Layout.comparing.rows(of: $0, label: "data: ", margin: "  ") }
    #expect(rows(["a": [1, "b"], "c d": [:]]) == [#"  data: {a: [1, "b"], "c d": {}}"#])
    let parts: JSON = ["first": .string(String(repeating: "x", count: 80)), "second": 1]
    #expect(
      rows(parts)
        == ["  data: {", "    first: \(parts["first"]?.text() ?? "")", "    second: 1", "  }"]
    )
    let many = rows(.array(Array(repeating: 1, count: 1_000_000)))
    #expect(many.count == 41)
    #expect(many.last == "  … 9962 more lines")
    #expect(rows(.string(String(repeating: "x", count: 5000)))[0].hasSuffix("x… (5000 bytes)"))
  }

  @Test func `Where several realms are open each line says who does it`() {
    let steps: [JSON] = [
      ["do": "synchronize", "returns": []],
      [
        "do": "on", "realm": "tablet",
        "steps": [
          [
            "do": "synchronize",
            "returns": [["objectType": "Item", "primaryKey": 1, "reason": "no"]],
          ]
        ],
      ],
      ["do": "serverObjects", "type": "Item"],
    ]
    func lines(_ realms: JSON) -> [String] {
      let configuration: JSON = ["flexibleSync": ["realms": realms]]
      return Story(Sample.makeCase(configuration: configuration, steps: steps)).steps
    }
    #expect(
      lines(["phone": [:], "tablet": [:]]) == [
        "phone   [0] realm.synchronize()  // nothing is taken back",
        "tablet  [1] [0] realm.synchronize()  // taken back: Item 1: no",
        "server  [2] server.objects(Item)",
      ]
    )
    #expect(lines(["phone": [:]]).first == "[0] realm.synchronize()  // nothing is taken back")
  }
  @Test func `A story says on which device and in which realm, and no password`() {
    let steps: [JSON] = [
      [
        "do": "authenticate", "provider": "password", "username": "ana", "password": "secret",
        "as": "ana",
      ], ["do": "open", "user": "ana", "url": "realm://server/~/a", "as": "ra"],
      [
        "do": "on", "realm": "ra",
        "steps": [["do": "get", "type": "Person", "key": 1, "returns": false]],
      ], ["do": "on", "device": "tablet", "steps": [["do": "users", "returns": []]]],
      ["do": "serverObjects", "path": "/1/a", "type": "Person"],
      ["do": "on", "realm": "ra", "steps": []],
    ]
    let account: JSON = ["id": "1", "password": "secret", "tokens": ["debug": "secret"]]
    var testCase = Sample.makeCase(
      configuration: [
        "mobilePlatform": ["accounts": ["ana": account], "devices": ["phone", "tablet"]]
      ],
      steps: steps
    )
    testCase.conformanceClass = "mobile-platform"
    let story = Story(testCase)
    #expect(
      story.steps == [
        "phone     [0] let ana = SyncUser.logIn(with: .usernamePassword(\"ana\", …), server: \"realm://server\")",
        "phone     [1] let ra = Realm(SyncConfiguration(user: ana, realmURL: \"realm://server/~/a\"))",
        "phone ra  [2] [0] realm.object(ofType: Person, forPrimaryKey: 1)  // returns false",
        "tablet    [3] [0] SyncUser.all  // returns []",
        "server    [4] server.realm(\"/1/a\").objects(Person)", "phone ra  [5] {}",
      ]
    )
    #expect(!story.text.contains("secret"))
  }
}
