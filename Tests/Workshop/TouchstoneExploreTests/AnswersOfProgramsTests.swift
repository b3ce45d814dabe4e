import Formats
import Foundation
import JSON
import ReferenceAdapter
import Testing
import TrailReading

@testable import Touchstone
@testable import TouchstoneExplore
@testable import TrailCheck
@testable import TrailAnswers

/// What answers say of the trail of a random program is what the program did.
struct AnswersOfProgramsTests {
  @Test(arguments: Edition.allCases)
  func `The state at the end is what there is at the end`(_ edition: Edition) async throws {
    var count = 0
    try await ProgramTrail.forEach(of: edition) { trail, _ in
      let seed = trail.seed
      guard let shown = trail.shown, !trail.schema.hasRepresentations else { return }
      let keys = Set(trail.schema.classes.compactMap { $0.value.primaryKey })
      let input = trail.input(trail.events, "state")
      for (name, objects) in shown {
        guard let description = trail.schema.classes[name], !description.hasRepresentation,
          let key = description.primaryKey
        else { continue }
        var question = TrailQuestion()
        question.edition = edition
        question.schema = trail.schema
        question.filter.classes = [name]
        let timelines: ObjectTimelines
        do { timelines = try ObjectTimelines(in: [input], question, limit: 1_000_000) } catch {
          // No event is about the class.
          #expect(objects.isEmpty, "seed \(seed): \(error)")
          continue
        }
        var present: Set<String> = []
        for timeline in timelines.all {
          let snapshot = ObjectSnapshot(timeline, at: .max)
          guard case .present = snapshot.life else { continue }
          guard let told = snapshot.value(of: key)?.value.text() else { continue }
          present.insert(told)
          let object = objects.first { $0[key]?.text() == told }
          guard let object else {
            Issue.record("seed \(seed): \(name)/\(told) is told to be there")
            continue
          }
          for (property, known) in snapshot.properties {
            // A change of an embedded object in place does not name its holder (WRITE-25).
            let target = description.properties[property]?.className
            guard let value = object[property],
              target.flatMap({ trail.schema.classes[$0] })?.isEmbedded != true
            else { continue }
            count += 1
            #expect(
              Self.form(known.value, keys) == Self.form(value, keys),
              "seed \(seed): \(name)/\(told) \(property)"
            )
          }
        }
        for object in objects {
          #expect(present.contains(object[key]?.text() ?? ""), "seed \(seed): \(object.text())")
        }
      }
    }
    #expect(count > 50)
  }

  @Test(arguments: Edition.allCases)
  func `The state at every instant is what events have told until then`(_ edition: Edition)
    async throws
  {
    var count = 0
    try await ProgramTrail.forEach(of: edition) { trail, _ in
      guard trail.isToldByPayloads else { return }
      let input = trail.input(trail.events, "instants")
      var question = TrailQuestion()
      question.edition = edition
      question.schema = trail.schema
      var told = Told(trail.schema)
      // The scope around everything has all of it in the order in which it was.
      let events = trail.events.filter { trail.activity(of: $0)?.string == "whole" }
      let names = Set(try trail.namesOfClasses()).filter {
        trail.schema.classes[$0]?.primaryKey != nil
      }
      if names.isEmpty { return }
      question.filter.classes = names.sorted()
      let timelines = try ObjectTimelines(in: [input], question, limit: 1_000_000)
      for (number, event) in events.enumerated() {
        try told.take(event)
        let instant = ProgramTrail.time(of: event)
        if number + 1 < events.count, ProgramTrail.time(of: events[number + 1]) == instant {
          continue
        }
        for timeline in timelines.all {
          let snapshot = ObjectSnapshot(timeline, at: instant)
          let place = "seed \(trail.seed): \(timeline.name) at \(instant)"
          let object = told.objects[timeline.name]
          if case .present = snapshot.life {
            let values = snapshot.properties.reduce(into: [:]) { values, known in
              values[known.name] = known.property.value
            }
            #expect(told.differences(between: values, and: object ?? [:]) == [], "\(place)")
            #expect(object != nil, "\(place)")
            count += 1
          } else {
            #expect(object == nil, "\(place): \(snapshot.life)")
          }
        }
      }
    }
    #expect(count > 20)
  }

  /// What events have told of objects, one after the other.
  private struct Told {
    private let schema: CaseSchema
    private let keys: Set<String>
    /// What is known of each object that is there.
    private(set) var objects: [String: [String: JSON]] = [:]

    init(_ schema: CaseSchema) {
      self.schema = schema
      keys = Set(schema.classes.compactMap { $0.value.primaryKey })
    }

    mutating func take(_ event: JSON) throws {
      let payload = try ActualPayload.read(event["data"])
      if event["event"] == "read" {
        for object in payload?["value"]?.array ?? [] { see(object, payload?["type"]?.string ?? "") }
      } else if event["event"] == "write" {
        // Objects that are deleted and created in one transaction are there behind it.
        for (name, changes) in payload?.object ?? [:] {
          for change in changes["deletions"]?.array ?? [] { objects[self.name(change, name)] = nil }
          for change in changes["modifications"]?.array ?? [] {
            let object = self.name(change["oldValue"] ?? [:], name)
            note(change["oldValue"] ?? [:], object)
            note(change["newValue"] ?? [:], object)
          }
          for change in changes["insertions"]?.array ?? [] {
            objects[self.name(change, name)] = [:]
            note(change, self.name(change, name))
          }
        }
      }
    }

    private func name(_ object: JSON, _ className: String) -> String {
      Acts.name(of: object, className, schema) ?? ""
    }

    private mutating func see(_ object: JSON, _ className: String) {
      note(object, name(object, className))
      for (value, target) in schema.linked(object, className) { see(value, target) }
    }

    private mutating func note(_ object: JSON, _ name: String) {
      if name.isEmpty { return }
      for (property, value) in object.object ?? [:] {
        objects[name, default: [:]][property] = value
      }
    }

    /// Where values are others, without those that change without an event of their holder.
    func differences(between found: [String: JSON], and expected: [String: JSON]) -> [String] {
      Set(found.keys).union(expected.keys).sorted().compactMap { name in
        let (one, other) = (found[name], expected[name])
        let isSame =
          one.map { AnswersOfProgramsTests.form($0, keys) }
          == other.map { AnswersOfProgramsTests.form($0, keys) }
        return isSame ? nil : "\(name): \(one?.text() ?? "-"), not \(other?.text() ?? "-")"
      }
    }
  }

  @Test(arguments: Edition.allCases)
  func `An access report has just who saw and changed what`(_ edition: Edition) async throws {
    var count = 0
    try await ProgramTrail.forEach(of: edition) { trail, _ in
      let seed = trail.seed
      guard trail.isToldByPayloads else { return }
      let input = trail.input(trail.events, "access")
      var expected: [String: [String: Int]] = [:]
      for event in trail.events {
        for act in try Acts(of: event, trail.schema).all {
          expected[act.object, default: [:]][act.kind, default: 0] += 1
        }
      }
      var question = TrailQuestion()
      question.edition = edition
      question.schema = trail.schema
      var told: [String: [String: Int]] = [:]
      for name in Set(expected.keys.map { $0.prefix { $0 != "/" } }) {
        question.filter.classes = [String(name)]
        told.merge(try Self.counts(of: AccessList(in: [input], question))) { first, _ in first }
      }
      question.filter.classes = []
      for (object, counts) in expected {
        question.objects = [try #require(ObjectName(object))]
        #expect(
          try Self.counts(of: AccessList(in: [input], question)) == [object: counts],
          "seed \(seed)"
        )
      }
      count += told.count
      #expect(told == expected, "seed \(seed)")
    }
    #expect(count > 10)
  }

  @Test(arguments: Edition.allCases)
  func `A list of users has just how much there is under each activity`(_ edition: Edition)
    async throws
  {
    var count = 0
    try await ProgramTrail.forEach(of: edition) { trail, _ in
      guard trail.isToldByPayloads else { return }
      var expected: [String: [Int]] = [:]
      for event in trail.events {
        let kind = ["read", "write"].firstIndex(of: event["event"]?.string ?? "") ?? 2
        let acts = try Acts(of: event, trail.schema)
        let numbers = [0, 1, 2].map { $0 == kind ? 1 : 0 } + [acts.seen, acts.changed]
        let activity = trail.activity(of: event)?.string ?? ""
        expected[activity] = zip(expected[activity] ?? [0, 0, 0, 0, 0], numbers).map { $0 + $1 }
      }
      var question = TrailQuestion()
      question.edition = edition
      question.schema = trail.schema
      var told: [String: [Int]] = [:]
      let list = try UserList(in: [trail.input(trail.events, "users")], question)
      for entry in list.entries {
        let numbers = [entry.reads, entry.writes, entry.customs, entry.seen, entry.changed]
        let activity = entry.activity ?? ""
        told[activity] = zip(told[activity] ?? [0, 0, 0, 0, 0], numbers).map { $0 + $1 }
      }
      count += told.count
      #expect(told == expected, "seed \(trail.seed)")
    }
    #expect(count > 5)
  }

  private static func counts(of list: AccessList) -> [String: [String: Int]] {
    var counts: [String: [String: Int]] = [:]
    for entry in list.entries {
      #expect(entry.seenByKey == 0)
      let all = [
        "seen": entry.seen, "created": entry.created, "changed": entry.changed,
        "deleted": entry.deleted,
      ]
      counts[entry.object, default: [:]].merge(all.filter { $0.value > 0 }, uniquingKeysWith: +)
    }
    return counts
  }

  /// What an event says of objects, by the schema alone.
  private struct Acts {
    struct Act: Hashable {
      let object: String
      let kind: String
    }

    private let schema: CaseSchema
    private(set) var all: Set<Act> = []
    /// How many objects it shows, each as often as it does, and how many it creates, changes or deletes.
    private(set) var seen = 0, changed = 0

    init(of event: JSON, _ schema: CaseSchema) throws {
      self.schema = schema
      guard let kind = event["event"]?.string, ["read", "write"].contains(kind),
        let payload = try ActualPayload.read(event["data"])
      else { return }
      if kind == "read" {
        for object in payload["value"]?.array ?? [] { see(object, payload["type"]?.string ?? "") }
        return
      }
      for (name, changes) in payload.object ?? [:] {
        for (kind, list) in [
          ("created", "insertions"), ("deleted", "deletions"), ("changed", "modifications"),
        ] {
          for change in changes[list]?.array ?? [] {
            note(change["oldValue"] ?? change, name, kind)
          }
        }
      }
    }

    /// The class and the key of an object, as answers write them.
    static func name(of object: JSON, _ name: String, _ schema: CaseSchema) -> String? {
      guard let key = schema.classes[name]?.primaryKey, let value = object[key] else { return nil }
      return "\(name)/" + (value.string.map { $0.isEmpty ? value.text() : $0 } ?? value.text())
    }

    private mutating func note(_ object: JSON, _ name: String, _ kind: String) {
      // An embedded object is seen as a part of its holder, but changed as itself (WRITE-25).
      if kind != "seen" {
        changed += 1
      } else if schema.classes[name]?.isEmbedded != true {
        seen += 1
      }
      if let name = Self.name(of: object, name, schema) {
        all.insert(Act(object: name, kind: kind))
      }
    }

    private mutating func see(_ object: JSON, _ name: String) {
      note(object, name, "seen")
      for (value, target) in schema.linked(object, name) { see(value, target) }
    }
  }

  /// A value without the order of its elements, and links in full as keys.
  fileprivate static func form(_ value: JSON, _ keys: Set<String>) -> String {
    if let elements = value.array {
      return "[" + elements.map { form($0, keys) }.sorted().joined(separator: ",") + "]"
    }
    // The form of a decimal may change without an event (WRITE-41).
    if let text = value.string { return DecimalForm.plain(text) ?? value.text() }
    guard let members = value.object else { return value.text() }
    if let key = members.first(where: { keys.contains($0.key) }) { return form(key.value, keys) }
    return "{" + members.map { "\($0.key):\(form($0.value, keys))" }.sorted().joined(separator: ",")
      + "}"
  }
}

extension ProgramTrail {
  /// Whether the schema tells the class of each object; not of one in a mixed value.
  fileprivate var isToldByPayloads: Bool {
    !schema.hasRepresentations
      && !schema.classes.contains {
        $0.value.properties.contains { $0.value.scalar == .mixed }
      }
  }
}

extension CaseSchema {
  /// The objects that an object holds in full, with the classes of the properties in which they are.
  fileprivate func linked(_ object: JSON, _ name: String) -> [(JSON, String)] {
    (object.object ?? [:]).flatMap { property, value -> [(JSON, String)] in
      guard let type = classes[name]?.properties[property], let target = type.className else {
        return []
      }
      let values =
        type.shape == .single ? [value] : value.array ?? value.object?.map(\.value) ?? []
      return values.filter { $0.object != nil }.map { ($0, target) }
    }
  }
}
