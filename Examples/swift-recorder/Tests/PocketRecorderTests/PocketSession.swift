import Foundation
import JSON
import PocketRecorder
import Touchstone

/// Runs the steps of one case on a fresh realm.
struct PocketSession {
  private struct Handle {
    var type: String
    var number: Int
  }

  private var realm: PocketRealm
  private let schema: JSON
  private var objects: [String: Handle] = [:]
  private var scopes: [String: Int] = [:]
  private let partition = "events-" + randomObjectId()

  init(_ program: CaseProgram) {
    schema = program.schema.json
    realm = PocketRealm(classes: program.schema.json.object?.keys ?? [])
  }

  /// The trail as stored documents.
  var trail: [JSON] {
    realm.recorder.trail.map { event in
      var document = event.metadata
      document["_id"] = ["$oid": .string(randomObjectId())]
      document["_partition"] = .string(partition)
      document["activity"] = .string(event.activity)
      document["event"] = event.event.map(JSON.string) ?? .null
      document["data"] = event.data.map(JSON.string) ?? .null
      let milliseconds = Int64(event.date.timeIntervalSince1970 * 1000)
      document["timestamp"] = ["$date": ["$numberLong": .string(String(milliseconds))]]
      return .object(document)
    }
  }

  mutating func run(_ step: Step) -> StepOutcome {
    switch step.name {
    case "write": return write(step)
    case "create": return create(step)
    case "set", "delete": return change(step)
    case "deleteAll": return deleteAll(step)
    case "get": return get(step)
    case "beginScope": return beginScope(step)
    case "commitScope", "cancelScope": return endScope(step)
    case "recordEvent":
      realm.recorder.record(
        activity: step["activity"]?.string ?? "",
        event: step["eventType"]?.string,
        data: step["data"]?.string
      )
      return .ok(nil)
    case "updateMetadata":
      realm.recorder.metadata = step["metadata"]?.object ?? [:]
      return .ok(nil)
    case "events": return .ok(.array(trail))
    default: return .unsupported("step \(step.name ?? "without a name")")
    }
  }

  // MARK: Objects

  private mutating func write(_ step: Step) -> StepOutcome {
    guard !realm.isWriting else { return failure("already-in-write-transaction") }
    realm.beginWrite()
    var outcomes: [JSON] = []
    for nested in step.steps { outcomes.append(run(nested).message) }
    if step["cancel"]?.bool == true { realm.cancelWrite() } else { realm.commitWrite() }
    return .ok(.array(outcomes))
  }

  private mutating func create(_ step: Step) -> StepOutcome {
    guard realm.isWriting else { return failure("not-in-write-transaction") }
    guard let type = step["type"]?.string, let given = step["value"]?.object,
      let properties = schema[type]?["properties"]?.object
    else { return failure("unknown-class") }
    if let key = given["_id"], realm.store.row(type, key: key) != nil {
      return failure("duplicate-primary-key")
    }
    // A property that is not mentioned is null, and is written like every other.
    let values = properties.map { ($0.key, given[$0.key] ?? .null) }
    let row = realm.create(type, JSONObject(uniqueMembers: values))
    bind(step, type, row)
    return .ok(nil)
  }

  private mutating func change(_ step: Step) -> StepOutcome {
    guard realm.isWriting else { return failure("not-in-write-transaction") }
    guard let handle = step["object"]?.string.flatMap({ objects[$0] }),
      realm.store.row(handle.type, handle.number) != nil
    else { return failure("object-invalidated") }
    if let property = step["property"]?.string, let value = step["value"] {
      realm.set(handle.type, handle.number, property, value)
    } else {
      realm.delete(handle.type, handle.number)
    }
    return .ok(nil)
  }

  private mutating func deleteAll(_ step: Step) -> StepOutcome {
    guard realm.isWriting else { return failure("not-in-write-transaction") }
    let type = step["type"]?.string ?? ""
    for row in realm.store.all(type) { realm.delete(type, row.number) }
    return .ok(nil)
  }

  private mutating func get(_ step: Step) -> StepOutcome {
    guard let type = step["type"]?.string, let key = step["key"] else {
      return failure("no-such-key")
    }
    guard let row = realm.object(type, key: key) else { return .ok(false) }
    bind(step, type, row)
    return .ok(true)
  }

  private mutating func bind(_ step: Step, _ type: String, _ row: Store.Row) {
    if let name = step["as"]?.string { objects[name] = Handle(type: type, number: row.number) }
  }

  // MARK: Scopes

  private mutating func beginScope(_ step: Step) -> StepOutcome {
    let scope = realm.recorder.begin(activity: step["activity"]?.string ?? "")
    if let name = step["as"]?.string { scopes[name] = scope }
    return .ok(nil)
  }

  private mutating func endScope(_ step: Step) -> StepOutcome {
    guard let scope = step["scope"]?.string.flatMap({ scopes[$0] }) else { return failure("other") }
    let isCommit = step.name == "commitScope"
    let succeeded = isCommit ? realm.recorder.commit(scope) : realm.recorder.cancel(scope)
    return succeeded ? .ok(nil) : failure("scope-not-active")
  }

  private func failure(_ code: String) -> StepOutcome {
    .error(StepError(code: code, message: code))
  }
}

/// Twelve random bytes in hexadecimal digits.
private func randomObjectId() -> String {
  (0..<12).map { _ in
    let byte = UInt8.random(in: .min ... .max)
    return (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }.joined()
}
