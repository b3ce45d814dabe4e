import Formats
import JSON
import Touchstone

/// What may stand in a trail, or be missing from it, without a difference.
///
/// A MAY that shows in an answer is known from a second answer: that of an implementation that takes the other way. The
/// rules that follow from the types of values are in `PayloadExpectation`. What is open and is not asked of anybody, beside
/// what `RecordingLimits` keeps out of programs:
///
/// - data among the elements of a mixed collection (SERIAL-33), a realm without sync (CONFIG, introduction);
/// - when something is uploaded, and how large a partition is (REALM-22).
///
/// A SHOULD is compared like a MUST: an implementation that does the same as the model has nothing to explain.
struct TrailChoices {
  /// The events of an answer that lists every object that was assigned to (WRITE-17), as expected events.
  private let wider: [JSON]?
  private let embedding: EmbeddingClasses

  /// Entries that are in the wider trail alone may be missing.
  init(wider: [JSON]?, of program: CaseProgram) {
    self.wider = wider
    embedding = EmbeddingClasses(program)
  }

  /// The expected trail.
  func settled(_ events: [JSON], freeing: (JSON) -> JSON) -> [JSON] {
    guard let wider else { return events.map { Self.freed($0, freeing) } }
    let (first, last) = Self.places(of: events, in: wider)
    let certain = zip(first, last).map { $0 == $1 ? $0 : nil }
    let settled = wider.enumerated().map { place, event -> JSON in
      if let number = certain.firstIndex(of: place) {
        let choices = choices(events[number]["data"] ?? nil, event["data"] ?? nil)
        return Self.choosing(among: choices.map(freeing), in: event)
      }
      let choices = choices([:], event["data"] ?? nil).filter { $0 != [:] }
      var optional = Self.choosing(among: choices.map(freeing), in: event).object ?? [:]
      optional["optional"] = true
      return .object(optional)
    }
    return settled + events[first.count...].map { Self.freed($0, freeing) }
  }

  /// The first place and the last one at which each event may stand in the wider trail, as far as all find one: where they
  /// differ, several wider events may be the one that the other trail has.
  private static func places(of events: [JSON], in wider: [JSON]) -> (first: [Int], last: [Int]) {
    func places(_ events: [JSON], _ wider: [(offset: Int, element: JSON)]) -> [Int] {
      var rest = events[...]
      return wider.compactMap { place, event in
        guard let next = rest.first, isSame(next, event) else { return nil }
        rest.removeFirst()
        return place
      }
    }
    let numbered = Array(wider.enumerated())
    let first = places(events, numbered)
    let last = places(events.prefix(first.count).reversed(), numbered.reversed())
    return (first, last.reversed())
  }

  private static func freed(_ event: JSON, _ freeing: (JSON) -> JSON) -> JSON {
    guard let data = event["data"], data.object != nil else { return event }
    return choosing(among: [freeing(data)], in: event)
  }

  private static func choosing(among payloads: [JSON], in event: JSON) -> JSON {
    guard case .object(var members) = event, let first = payloads.first,
      members["data"]?.object != nil
    else { return event }
    members["data"] = payloads.count == 1 ? first : [Matcher.anyOf.rawValue: .array(payloads)]
    return .object(members)
  }

  /// Whether the second event is the first with more entries, or just the same.
  private static func isSame(_ narrow: JSON, _ wide: JSON) -> Bool {
    guard narrow["event"] == wide["event"], narrow["activity"] == wide["activity"] else {
      return false
    }
    if narrow["data"] == wide["data"] { return true }
    guard wide["event"] == "write", let more = wide["data"]?.object,
      let less = narrow["data"]?.object
    else { return false }
    return less.allSatisfy { type, lists in
      (lists.object ?? [:]).allSatisfy { list, entries in
        let others = more[type]?[list]?.array ?? []
        return (entries.array ?? []).allSatisfy(others.contains)
      }
    }
  }

  /// A payload with any of the entries that only the wider one has.
  private func choices(_ narrow: JSON, _ wide: JSON) -> [JSON] {
    guard let more = wide.object, more["type"]?.string == nil else { return [wide] }
    var optional: [(type: String, list: String, index: Int)] = []
    for (type, lists) in more {
      for (list, entries) in lists.object ?? [:] {
        var known = narrow[type]?[list]?.array ?? []
        for (index, entry) in (entries.array ?? []).enumerated() {
          // Two objects may look the same.
          let place = known.firstIndex(of: entry)
          if let place { known.remove(at: place) }
          if place == nil || embedding.mayBeLeftOut(entry, of: type, in: more) {
            optional.append((type, list, index))
          }
        }
      }
    }
    // Beyond that an implementation lists all of them or none.
    let masks =
      optional.count <= 4
      ? Array(0..<(1 << optional.count)) : [0, (1 << min(optional.count, 60)) - 1]
    return masks.map { mask in
      let left = optional.enumerated().filter { mask >> $0.offset & 1 == 0 }.map(\.element)
      var result: JSONObject = [:]
      for (type, lists) in more {
        var kept: JSONObject = [:]
        for (list, entries) in lists.object ?? [:] {
          let entries = (entries.array ?? []).enumerated().filter { index, _ in
            !left.contains { $0 == (type, list, index) }
          }
          if !entries.isEmpty { kept[list] = .array(entries.map(\.element)) }
        }
        if !kept.isEmpty { result[type] = .object(kept) }
      }
      return .object(result)
    }
  }
}

/// Which modifications may be left out because all that they show is a change within an embedded object, which is listed
/// by itself: their object may only have been assigned what it had (errata, "An equal assignment beside an embedded
/// change").
struct EmbeddingClasses {
  private let schema: ProgramSchema
  /// The classes whose objects have a text of their own, in which the change may not show.
  private let represented: Set<String>

  init(_ program: CaseProgram) {
    (schema, represented) = (program.schema, program.representedClasses)
  }

  /// Whether a modification of a write payload shows nothing but what embedded classes list.
  func mayBeLeftOut(_ entry: JSON, of type: String, in payload: JSONObject) -> Bool {
    let holding = (schema[type]?.properties ?? []).filter { schema.isEmbedded($0.type?.className) }
      .map(\.name)
    guard !holding.isEmpty, let new = entry["newValue"] else { return false }
    if represented.contains(type), !isUsual(entry["oldValue"], of: type) {
      guard new == [:] || new == entry["oldValue"] else { return false }
    } else {
      guard let changed = new.object, !changed.isEmpty, changed.keys.allSatisfy(holding.contains)
      else { return false }
    }
    return payload.contains { schema.isEmbedded($0.key) && $0.value["modifications"] != nil }
  }

  /// Whether an object is written as one of a class that nothing stands for (REPR-9).
  private func isUsual(_ object: JSON?, of type: String) -> Bool {
    guard let members = object?.object, let definition = schema[type] else { return false }
    return definition.properties.allSatisfy { property in
      let isLeftOut = property.type?.shape == .linkingObjects || property.type?.scalar == .data
      return isLeftOut || members[property.name] != nil
    }
  }
}

extension CaseProgram {
  /// The classes whose objects have a text of their own.
  var representedClasses: Set<String> {
    Set(configuration["representations"]?.object?.keys ?? [])
  }
}
