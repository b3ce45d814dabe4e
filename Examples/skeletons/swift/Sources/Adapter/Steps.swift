// What your recorder is asked to do: one function for each kind of step. This is the file to fill in.
//
// Everything that is not here yet is answered with "unsupported", which the suite counts as untested, never as passed.

import Foundation

/// What the adapter says of itself.
enum Offer {
  static let name = "my recorder"
  static let version = "0.1"
  static let editions = ["2023"]
  static let classes = ["recording"]
  // ADD HERE what you offer beyond that, such as "clock" or "drop-scope": chapter "Wire protocol", "Optional features".
  static let features: [String] = []
}

/// One case: a fresh realm with its trail, and the names that its steps have given.
final class Session {
  private var events: [Value] = []
  private let isRecording: Bool
  private let partition = "events-" + objectId()
  /// Scopes by name, and whether each is in progress.
  private var scopes: [String: Bool] = [:]
  private var objects: [String: (type: String, value: Value)] = [:]
  private var isGiven = false

  init(schema: Value?, configuration: Value?) throws {
    for (key, value) in configuration?.object ?? [:] {
      if !["sync", "partitionValue", "events"].contains(key)
        || (key == "sync" && value != .string("partition"))
      {
        throw Unsupported(reason: "configuration key \(key.text)")
      }
    }
    let settings = configuration?["events"] ?? .object([:])
    // ADD HERE metadata, partitionPrefix and so on. What is refused throws StepFailed: the realm does not open.
    if let key = settings.object?.keys.first {
      throw Unsupported(reason: "configuration key events.\(key.text)")
    }
    isRecording = settings != .null
    // ADD HERE your realm, with the classes of `schema`.
  }

  /// The stored documents in commit order.
  ///
  /// Read them back from where your recorder puts them.
  func trail() throws -> [Value] { events }

  /// The outcome of a step; it never fails as a whole.
  func run(_ step: Value) throws -> Value {
    do {
      return .object(["ok": try perform(step)])
    } catch let failed as StepFailed {
      return .object(["error": failed.value])
    } catch let unsupported as Unsupported {
      return .object(["unsupported": .string(unsupported.reason)])
    }
  }

  /// Runs a step that stands before those of the case: it succeeds, outside every scope.
  func give(_ step: Value) throws -> Value {
    isGiven = true
    defer { isGiven = false }
    return try run(step)
  }

  private func perform(_ step: Value) throws -> Value {
    switch step["do"]?.string {
    case "recordEvent": return try recordEvent(step)
    case "beginScope": return try beginScope(step)
    case "commitScope": return try commitScope(step)
    case "cancelScope": return try end(step)
    case "isActive": return .bool(try isActive(step))
    case "events": return .array(try trail())
    case "write": return try write(step)
    case "create": return try create(step)
    // ADD HERE: get, query, set, delete, … as chapter "Cases" describes them.
    case let name: throw Unsupported(reason: "step \(name ?? "")")
    }
  }

  private func recordEvent(_ step: Value) throws -> Value {
    try requireRecording()
    store(step["activity"], event: step["eventType"], data: step["data"])
    return .null
  }

  private func beginScope(_ step: Value) throws -> Value {
    try requireRecording()
    scopes[step["as"]?.string ?? ""] = true
    return .null
  }

  private func commitScope(_ step: Value) throws -> Value {
    // ADD HERE what the scope has seen: one event for each read and each write transaction.
    try end(step)
  }

  /// Ends a scope that is in progress.
  private func end(_ step: Value) throws -> Value {
    guard try isActive(step) else {
      throw StepFailed(code: "scope-not-active", message: "the scope has ended")
    }
    scopes[step["scope"]?.string ?? ""] = false
    return .null
  }

  private func isActive(_ step: Value) throws -> Bool {
    let name = step["scope"]?.string ?? ""
    if let isActive = scopes[name] { return isActive }
    // A step that is not known has given no name.
    throw Unsupported(reason: "the name \(name), because of an earlier step")
  }

  private func write(_ step: Value) throws -> Value {
    // ADD HERE a transaction, and for the active scopes what it changes.
    try requireGiven("write")
    let outcomes = try (step["steps"]?.array ?? []).map(run)
    if let reason = outcomes.lazy.compactMap({ $0["unsupported"]?.string }).first {
      throw Unsupported(reason: reason)
    }
    return .array(outcomes)
  }

  private func create(_ step: Value) throws -> Value {
    // ADD HERE an object of your realm, and all that can be wrong with it: "duplicate-primary-key" and so on.
    try requireGiven("create")
    if let name = step["as"]?.string {
      objects[name] = (step["type"]?.string ?? "", step["value"] ?? .null)
    }
    return .null
  }

  private func requireGiven(_ name: String) throws {
    if !isGiven { throw Unsupported(reason: "step \(name) within a case") }
  }

  private func requireRecording() throws {
    if isRecording { return }
    throw StepFailed(
      code: "events-not-enabled",
      message: "the realm has no event configuration"
    )
  }

  /// Stores one event.
  private func store(_ activity: Value?, event: Value?, data: Value?) {
    let milliseconds = Int64((Date().timeIntervalSince1970 * 1000).rounded(.down))
    events.append(
      .object([
        "_id": .object(["$oid": .string(objectId())]),
        "_partition": .string(partition),
        "activity": activity ?? .null,
        "event": event ?? .null,
        "timestamp": .object(["$date": .object(["$numberLong": .string(String(milliseconds))])]),
        "data": data ?? .null,
      ])
    )
  }
}
