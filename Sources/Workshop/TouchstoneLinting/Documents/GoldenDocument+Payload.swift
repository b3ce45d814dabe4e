import JSON
import Touchstone

extension GoldenDocument {
  /// What a custom representation returns is not JSON if it has no value: then the case returns the text, and its scope
  /// fails.
  func lackOfText(in testCase: Case) -> String? {
    let entries = testCase.configuration[.representations]?.flatMap { $0.value.array ?? [] }
    let isReturned = entries?.contains { entry in
      entry["text"]?.string.map { !$0.isEmpty && text.contains($0) } ?? false
    }
    guard isReturned == true else { return "has no representation with this text" }
    let fails = testCase.allSteps.contains { step in
      step.fails.map { $0["code"] ?? $0 } == "serialization-failed"
    }
    return fails ? nil : "has no step that fails with \"serialization-failed\""
  }
}

extension JSON {
  /// The payload that an expected `data` stands for: itself, or what it says if it is a text.
  var payload: JSON? {
    guard case .string(let text) = self else { return self }
    return try? JSON(parsing: text)
  }

  /// The objects of a payload: those of a read, or the inserted and deleted ones of a write.
  var objects: [JSON] {
    if self["type"] != nil { return self["value"]?.array ?? [] }
    return (object ?? [:]).flatMap { _, changes in
      (changes["insertions"]?.array ?? []) + (changes["deletions"]?.array ?? [])
    }
  }
}
