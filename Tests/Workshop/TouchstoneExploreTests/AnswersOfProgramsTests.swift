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
  func `An access report has just who saw and changed what`(_ edition: Edition) async throws {
    var count = 0
    try await ProgramTrail.forEach(of: edition) { trail, _ in
      let seed = trail.seed
      // The class of an object in a mixed value may be untold.
      guard !trail.schema.hasRepresentations,
        !trail.schema.classes.contains(where: {
          $0.value.properties.contains(where: { $0.value.scalar == .mixed })
        })
      else { return }
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

    private mutating func note(_ object: JSON, _ name: String, _ kind: String) {
      guard let key = schema.classes[name]?.primaryKey, let value = object[key] else { return }
      let text = "\(name)/" + (value.string.map { $0.isEmpty ? value.text() : $0 } ?? value.text())
      all.insert(Act(object: text, kind: kind))
    }

    private mutating func see(_ object: JSON, _ name: String) {
      note(object, name, "seen")
      for (property, value) in object.object ?? [:] {
        guard let type = schema.classes[name]?.properties[property], let target = type.className
        else { continue }
        let values =
          type.shape == .single ? [value] : value.array ?? value.object?.map(\.value) ?? []
        for value in values where value.object != nil { see(value, target) }
      }
    }
  }

  /// A value without the order of its elements, and links in full as keys.
  private static func form(_ value: JSON, _ keys: Set<String>) -> String {
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
