import JSON
import Touchstone

/// The steps that violators put in.
extension Step {
  static let events: Step = ["do": "events"]
  static let goOffline: Step = ["do": "goOffline"]
  /// A transaction that changes nothing.
  static let newVersion = write([])

  static func write(_ steps: [Step]) -> Step {
    ["do": "write", "steps": .array(steps.map(\.json))]
  }

  static func get(_ type: String, _ key: JSON, as name: String? = nil) -> Step {
    let step: Step = ["do": "get", "type": .string(type), "key": key]
    return step.with(.name(.object), name.map(JSON.string))
  }

  static func query(_ type: String) -> Step { ["do": "query", "type": .string(type)] }
  static func query(in collection: String) -> Step { ["do": "query", "in": .string(collection)] }

  static func beginScope(_ activity: String, as name: String) -> Step {
    ["do": "beginScope", "activity": .string(activity), "as": .string(name)]
  }

  static func commitScope(_ scope: String) -> Step {
    ["do": "commitScope", "scope": .string(scope)]
  }

  static func cancelScope(_ scope: String) -> Step {
    ["do": "cancelScope", "scope": .string(scope)]
  }

  static func isActive(_ scope: String) -> Step { ["do": "isActive", "scope": .string(scope)] }
  static func updateMetadata(_ metadata: JSON) -> Step {
    ["do": "updateMetadata", "metadata": metadata]
  }
}

extension Step {
  /// Whether it persists something.
  var isCommit: Bool { kind == .recording(.commitScope) || kind == .recording(.recordEvent) }
  /// Whether it ends a scope, one way or the other.
  var endsScope: Bool { kind == .recording(.commitScope) || kind == .recording(.cancelScope) }

  /// The step with another argument.
  func with<Value>(_ argument: TypedKey<Value>, _ value: JSON?) -> Step {
    Step(json.with(argument.name, value))
  }

  /// The step with other steps in it.
  func with(steps: [Step]) -> Step {
    Step(json.with("steps", .array(steps.map(\.json))))
  }

  /// The same of another kind, without an outcome of its own.
  func inserted(as kind: String) -> Step {
    Step(json.mapObject { $0["do"] = .string(kind) }).tagged(nil)
  }
}
