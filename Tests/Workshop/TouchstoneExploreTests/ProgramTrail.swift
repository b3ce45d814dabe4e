import Formats
import Foundation
import JSON
import ReferenceAdapter
import TrailCheck
import TrailReading

@testable import Touchstone
@testable import TouchstoneExplore

/// What a scope around a random program has recorded, and what its realm held at the end.
struct ProgramTrail {
  let seed: UInt64
  let edition: Edition
  let program: CaseProgram
  let schema: CaseSchema
  /// In the order of the commits.
  let events: [JSON]
  /// The objects of each class as payloads show them at the end; nil if they could not be asked for.
  let shown: [String: [JSON]]?

  /// The same as a database has them.
  var objects: [String: [JSON]]? {
    shown?.reduce(into: [:]) { objects, entry in
      objects[entry.key] = entry.value.map { StoredForm(schema).object($0, of: entry.key) }
    }
  }

  /// The trail of a program, which may start on a leap day just before midnight; nil if it fails, or if what it records need not be right.
  init?(
    seed: UInt64,
    _ settings: ExploreSettings,
    _ reference: ReferenceImplementation,
    startingAt start: Timestamp = Timestamp(milliseconds: 1_709_251_198_000)
  ) async throws {
    self.seed = seed
    var program = recordingProgram(seed: seed, settings).message
    schema = try CaseSchema([
      "schema": program.schema.json, "configuration": program.configuration,
    ])
    let own = program.given + program.steps
    guard own.allSatisfy(Self.isRight) else { return nil }
    let classes = schema.classes.filter { !$0.value.isEmbedded }.map { $0.key }.sorted()
    program.given = []
    program.steps =
      [
        Step(["do": "setClock", "to": ["$date": .string(start.description)]]),
        Step(["do": "beginScope", "activity": "whole", "as": "whole"]),
      ] + Self.timed(own, seed) + [
        Step(["do": "commitScope", "scope": "whole"]),
        Step(["do": "beginScope", "activity": .string(Self.last), "as": "last"]),
      ] + classes.map { Step(["do": "query", "type": .string($0)]) } + [
        Step(["do": "commitScope", "scope": "last"])
      ]
    self.program = program
    guard case .completed(let outcomes, let all) = try await reference.runCase(program) else {
      return nil
    }
    let asked = outcomes.suffix(classes.count + 2)
    guard case .ok? = outcomes.dropLast(asked.count).last else { return nil }
    let edition = settings.edition
    self.edition = edition
    let isLast = { (event: JSON) in Self.activity(of: event, edition)?.string == Self.last }
    events = Self.withIds(all.filter { !isLast($0) }, seed)
    let isAsked = asked.allSatisfy { if case .ok = $0 { true } else { false } }
    shown = isAsked ? try Self.objects(in: all.filter(isLast), of: schema) : nil
  }

  private static let environment = ProcessInfo.processInfo.environment
  /// More of them with `TOUCHSTONE_SOAK`; those from `TOUCHSTONE_SEED` on.
  private static let seeds: Range<UInt64> = {
    let first = environment["TOUCHSTONE_SEED"].flatMap { UInt64($0) } ?? 1
    return first..<first + (environment["TOUCHSTONE_SOAK"] == nil ? 30 : 1_000)
  }()

  /// Hands over the trails of programs, with options by which each is complete.
  static func forEach(
    of edition: Edition,
    _ body: (ProgramTrail, TrailOptions) async throws -> Void
  ) async throws {
    let settings = ExploreSettings(edition: edition)
    let reference = ReferenceImplementation()
    _ = try await reference.initialize(edition: edition.rawValue)
    for seed in seeds {
      guard let trail = try await ProgramTrail(seed: seed, settings, reference) else { continue }
      var options = TrailOptions()
      options.edition = edition
      options.isComplete = true
      options.schema = trail.schema
      try await body(trail, options)
    }
  }

  /// Events as a file, which is kept in the folder that `TOUCHSTONE_KEEP` names.
  func input(_ events: [JSON], _ name: String) -> TrailInput {
    let text = events.map { $0.text() + "\n" }.joined()
    if let folder = Self.environment["TOUCHSTONE_KEEP"] {
      try? Data(text.utf8)
        .write(to: URL(filePath: "\(folder)/\(edition) \(name) \(seed).ndjson"))
    }
    return .bytes(Array(text.utf8), name: name)
  }

  /// The classes that its events name.
  func namesOfClasses() throws -> [String] {
    try events.flatMap { event in
      guard let kind = event["event"]?.string, ["read", "write"].contains(kind),
        let payload = try ActualPayload.read(event["data"])
      else { return [] as [String] }
      return kind == "read"
        ? payload["type"]?.string.map { [$0] } ?? [] : payload.object?.map(\.key) ?? []
    }
  }

  /// When an event was, in milliseconds since 1970.
  static func time(of event: JSON) -> Int64 {
    event["timestamp"]?["$date"]?.string.flatMap { Timestamp(iso8601: $0) }?.milliseconds ?? 0
  }

  /// The activity of an event, which the draft calls its scope.
  func activity(of event: JSON) -> JSON? { Self.activity(of: event, edition) }

  private static func activity(of event: JSON, _ edition: Edition) -> JSON? {
    event[edition == .draft ? "scope" : "activity"]
  }

  private static let last = "what there is at the end"

  /// A custom event that calls itself a read or a write has the wrong data, and by a clock that is set, perhaps back, nothing
  /// tells which of two scopes was first.
  private static func isRight(_ step: Step) -> Bool {
    step.kind != .clock(.setClock)
      && !(step.kind == .recording(.recordEvent)
        && ["read", "write"].contains(step.json["eventType"]?.string))
      && step.withNested.dropFirst().allSatisfy(isRight)
  }

  /// The steps with times of their own, so that the same seed always gives the same trail.
  private static func timed(_ steps: [Step], _ seed: UInt64) -> [Step] {
    var random = SplitMix64(seed: seed)
    return steps.flatMap { step in
      // Many steps fall into one millisecond, and some users wait.
      let passed = random.chance(50) ? 0 : random.chance(80) ? 1 : random.between(2, 60_000)
      return passed == 0
        ? [step] : [Step(["do": "advanceClock", "milliseconds": .int(Int64(passed))]), step]
    }
  }

  /// The events with ids as one process makes them when a scope ends, not before the last of its events.
  private static func withIds(_ events: [JSON], _ seed: UInt64) -> [JSON] {
    var seconds: Int64 = 0
    return events.enumerated().map { number, event in
      seconds = max(seconds, time(of: event) / 1000)
      let words = [(UInt64(seconds), 8), (seed, 10), (UInt64(number), 6)]
      let id = words.map { word, digits in
        let text = String(word, radix: 16)
        return String(repeating: "0", count: digits - text.count) + text
      }
      guard case .object(var members) = event else { return event }
      members["_id"] = ["$oid": .string(id.joined())]
      return .object(members)
    }
  }

  private static func objects(
    in events: [JSON],
    of schema: CaseSchema
  ) throws -> [String: [JSON]] {
    var objects: [String: [JSON]] = [:]
    for (name, description) in schema.classes where description.primaryKey != nil {
      objects[name] = []
    }
    for event in events {
      guard let payload = try ActualPayload.read(event["data"]),
        let name = payload["type"]?.string, objects[name] != nil
      else { continue }
      objects[name] = payload["value"]?.array
    }
    return objects
  }
}

/// The documents of a database that hold what payloads show.
private struct StoredForm {
  let schema: CaseSchema

  init(_ schema: CaseSchema) { self.schema = schema }

  func object(_ object: JSON, of name: String) -> JSON {
    JSON.object(
      JSONObject(
        uniqueMembers: (schema.classes[name]?.properties ?? [:]).compactMap { property in
          value(object[property.key] ?? absent(property.value), property.value).map {
            (key: property.key, value: $0)
          }
        }
      )
    )
  }

  /// What a payload leaves out of a mixed property is data (SERIAL-26).
  private func absent(_ type: PropertyType) -> JSON {
    type.shape == .single && type.scalar == .mixed
      ? ["$binary": ["base64": "AA==", "subType": "00"]] : .null
  }

  /// A value; nil if no payload shows it.
  private func value(_ value: JSON, _ type: PropertyType) -> JSON? {
    switch type.shape {
    case .single: element(value, type)
    case .list, .set:
      value.array.map { elements in .array(elements.map { element($0, type) ?? .null }) } ?? value
    case .dictionary:
      value.object.map { members in
        .object(
          JSONObject(
            uniqueMembers: members.map { (key: $0.key, value: element($0.value, type) ?? .null) }
          )
        )
      } ?? value
    default: nil
    }
  }

  private func element(_ value: JSON, _ type: PropertyType) -> JSON? {
    if let name = type.className {
      guard let target = schema.classes[name] else { return value }
      if target.isEmbedded { return value.object == nil ? value : object(value, of: name) }
      return target.primaryKey.flatMap { target.properties[$0] }.map { element(value, $0) }
        ?? value
    }
    guard let text = value.string else { return value }
    switch type.scalar {
    case .date:
      let date = Timestamp(iso8601: text) ?? Timestamp(anyYear: text)
      return date.map { ["$date": ["$numberLong": .string("\($0.milliseconds)")]] }
    case .objectId: return ["$oid": .string(text)]
    case .uuid: return ["$uuid": .string(text)]
    case .decimal128: return ["$numberDecimal": .string(text)]
    case .data: return nil
    default: return value
    }
  }
}
