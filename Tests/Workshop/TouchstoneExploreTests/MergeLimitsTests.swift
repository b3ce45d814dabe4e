import JSON
import Testing
import Touchstone

@testable import TouchstoneExplore

/// What merging leaves open is kept out of programs.
struct MergeLimitsTests {
  private static func put(_ value: JSON) -> JSON {
    ["do": "put", "object": "w", "property": "spots", "key": "k", "value": value]
  }

  private static func taking(_ step: String) -> JSON {
    ["do": .string(step), "object": "w", "property": "spots", "key": "k"]
  }

  private static let place: JSON = ["city": 1]
  private static let deletion: JSON = ["do": "delete", "object": "place"]

  /// Whether transactions of one device after another are allowed; `w` is an object, and `place` has no key.
  private func allows(
    _ transactions: [(device: String, steps: [JSON])],
    besideObject initial: JSON? = nil,
    with members: JSONObject = [:]
  ) -> Bool {
    let schema = ProgramSchema(.object(MobileApp.schema(with: ["spots"], hasNotes: false)))
    var limits = MergeLimits()
    if let initial {
      try? limits.note(initial: .object(members).with("_id", initial), schema)
    }
    var walk = ProgramWalk(schema, nil)
    walk.note(["do": "get", "type": "Widget", "key": 1, "as": "w"])
    walk.note(["do": "follow", "object": "w", "property": "place", "as": "place"])
    return transactions.allSatisfy { device, steps in
      (try? limits.note(steps.map(Step.init), walk, on: device, schema)) != nil
    }
  }

  private static let assignment: JSON = [
    "do": "set", "object": "w", "property": "spots", "value": ["k": .null],
  ]

  @Test(arguments: [put(.null), deletion, assignment])
  func `A device that has emptied an entry puts no embedded object there, and takes none away`(
    _ emptying: JSON
  ) {
    #expect(!allows([("a", [emptying]), ("a", [Self.taking("remove")])]))
    #expect(!allows([("a", [emptying, Self.put(Self.place)])]))
    #expect(!allows([("a", [emptying]), ("a", [Self.put(Self.place)])]))
  }

  @Test(arguments: [put(.null), deletion])
  func `Another device may, and null may follow`(_ emptying: JSON) {
    #expect(allows([("a", [emptying, Self.taking("clear")]), ("b", [Self.taking("remove")])]))
    #expect(allows([("a", [emptying]), ("b", [Self.put(Self.place)])]))
    #expect(allows([("a", [Self.put(Self.place), emptying, Self.put(.null)])]))
  }

  @Test func `Two devices delete an object, and not three`() {
    let deletion: JSON = ["do": "delete", "object": "w"]
    let others = [("a", [deletion]), ("b", [deletion]), ("a", [deletion])]
    #expect(allows(others))
    #expect(!allows(others + [("c", [deletion])]))
    #expect(!allows(others + [("c", [["do": "deleteAll", "type": "Widget"]])]))
  }

  @Test func `An entry that holds null on the server is neither removed nor filled`() {
    let changes = [("a", [Self.put(Self.place)]), ("b", [Self.taking("remove")])]
    #expect(!allows(changes, besideObject: 1, with: ["spots": ["k": .null]]))
    #expect(allows(changes, besideObject: 1, with: ["spots": ["k": Self.place]]))
    #expect(allows(changes, besideObject: 2, with: ["spots": ["k": .null]]))
  }

  @Test func `Three devices do not change one entry if one of them empties it`() {
    let put = ("a", [Self.put(Self.place)])
    let emptied = ("b", [Self.put(.null)])
    let removed = ("c", [Self.taking("remove")])
    #expect(!allows([put, emptied, removed]))
    #expect(!allows([emptied, removed, put]))
    #expect(allows([put, ("b", [Self.taking("remove")]), removed]))
    #expect(allows([put, emptied, put]))
  }

  @Test func `An embedded object is not deleted where three devices create an object`() {
    func creations(on devices: String) -> [(device: String, steps: [JSON])] {
      let creation: JSON = [
        "do": "create", "type": "Widget", "value": ["_id": 1, "spots": ["k": Self.place]],
      ]
      return devices.map { (String($0), [creation]) }
    }
    let deletion = [(device: "a", steps: [Self.deletion])]
    #expect(allows(creations(on: "abc")))
    #expect(allows(creations(on: "ab") + deletion))
    #expect(!allows(creations(on: "abc") + deletion))
    #expect(!allows(creations(on: "a") + deletion + creations(on: "bc")))
  }

  @Test func `A creation beside another one puts no null into a dictionary`() {
    func creation(_ device: String, _ key: Int64, _ entry: JSON) -> (device: String, steps: [JSON])
    {
      let value: JSON = ["_id": .int(key), "spots": ["k": entry]]
      return (device, [["do": "create", "type": "Widget", "value": value]])
    }
    #expect(!allows([creation("a", 1, .null), creation("b", 1, Self.place)]))
    #expect(!allows([creation("a", 1, Self.place), creation("b", 1, .null)]))
    #expect(!allows([creation("a", 1, .null)], besideObject: 1))
    #expect(allows([creation("a", 1, .null)], besideObject: 2))
    #expect(allows([creation("a", 1, Self.place)], besideObject: 1))
    #expect(allows([creation("a", 1, .null), creation("b", 2, Self.place)]))
    #expect(allows([creation("a", 1, Self.place), creation("b", 1, Self.place)]))
  }
}
