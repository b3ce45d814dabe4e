import JSON
import Touchstone

extension GoldenDocument {
  /// A payload is the data of an expected event, key for key.
  func lackOfPayload(in testCase: Case) -> String? {
    guard let value else { return nil }
    let isExpected = testCase.expectedEvents.contains { $0["data"]?.payload == value }
    return isExpected ? nil : "expects no event with this payload"
  }

  /// What a custom representation returns for an object stands in the place of that object.
  ///
  /// What is no JSON has no value: then the case returns the text, and its scope fails.
  func lackOfRepresentation(in testCase: Case) -> String? {
    if let value {
      let isExpected = testCase.expectedEvents.contains { event in
        event["data"]?.payload?.objects.contains(value) ?? false
      }
      return isExpected ? nil : "expects no event with this object in its payload"
    }
    let entries = testCase.configuration[.representations]?.flatMap {
      $0.value.array ?? []
    }
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
  fileprivate var objects: [JSON] {
    if self["type"] != nil { return self["value"]?.array ?? [] }
    return (object ?? [:]).flatMap { _, changes in
      (changes["insertions"]?.array ?? []) + (changes["deletions"]?.array ?? [])
    }
  }
}
