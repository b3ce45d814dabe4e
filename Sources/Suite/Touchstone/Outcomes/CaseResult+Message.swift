public import JSON

/// The forms of Spec, "Wire protocol". Reading never fails: what an implementation sends instead of an answer is
/// kept, so that the verdict can show it.
extension CaseResult {
  /// Reads the `result` of an answer to `runCase`.
  package init(message: JSON) {
    if let reason = message["unsupported"]?.string {
      self = .unsupported(reason)
    } else if let error = message["openError"].flatMap(StepError.init(message:)) {
      self = .openError(error)
    } else if let steps = message["steps"]?.array, let events = message["events"]?.array {
      self = .completed(steps: steps.map(StepOutcome.init(message:)), events: events)
    } else {
      self = .malformed(message)
    }
  }

  /// The `result` of an answer to `runCase`.
  package var message: JSON {
    switch self {
    case .completed(let steps, let events):
      ["steps": .array(steps.map(\.message)), "events": .array(events)]
    case .openError(let error): ["openError": error.json]
    case .unsupported(let reason): ["unsupported": .string(reason)]
    case .malformed(let answer): answer
    }
  }
}

extension StepOutcome {
  /// Reads one outcome; members that are none of the three are ignored, as in every message.
  package init(message: JSON) {
    let known = (message.object ?? [:]).filter { ["ok", "error", "unsupported"].contains($0.key) }
    let member = known.count == 1 ? known.first : nil
    switch (member?.key, member?.value) {
    case ("ok", let value?): self = .ok(value)
    case ("unsupported", .string(let reason)?): self = .unsupported(reason)
    case ("error", let error?):
      self = StepError(message: error).map(StepOutcome.error) ?? .malformed(message)
    default: self = .malformed(message)
    }
  }

  /// What most steps come to, made once: an answer may have a hundred thousand of them.
  private static let done: JSON = ["ok": nil]

  /// The form in which it is sent.
  public var message: JSON {
    switch self {
    case .ok(.null): Self.done
    case .ok(let value): ["ok": value]
    case .error(let error): ["error": error.json]
    case .unsupported(let reason): ["unsupported": .string(reason)]
    case .malformed(let answer): answer
    }
  }
}

extension StepError {
  /// Reads `{"code": …, "message": …}`; nil for anything else.
  package init?(message: JSON) {
    guard let code = message["code"]?.string, let text = message["message"]?.string else {
      return nil
    }
    self.init(code: code, message: text)
  }

  /// `{"code": …, "message": …}`.
  package var json: JSON { ["code": .string(code), "message": .string(message)] }
}
