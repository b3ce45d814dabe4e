import JSON
import Touchstone

/// Cases in few words.
enum WireSample {
  /// A case of one custom event.
  static func makeCase(name: String, activity: String) -> Case {
    Case(
      name: name,
      title: "Something happens",
      requirements: ["EVENT-1"],
      steps: [["do": "recordEvent", "activity": .string(activity)]],
      expectation: [
        "events": [["event": nil, "activity": .string(activity), "data": nil]]
      ],
      location: TextLocation(file: "wire.json", line: 1)
    )
  }
}
