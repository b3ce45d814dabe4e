import Formats
import JSON
import Touchstone

/// A circumstance in which requirements say what is right: a run that never met it says nothing about them.
struct Condition: Sendable {
  let requirements: [String]
  /// The circumstance in a few words.
  let sentence: String
  /// How often a program meets it.
  let count: @Sendable (ProgramFacts) -> Int

  init(
    _ requirements: String...,
    when sentence: String,
    _ count: @escaping @Sendable (ProgramFacts) -> Int
  ) {
    self.requirements = requirements
    self.sentence = sentence
    self.count = count
  }

  /// Whether programs of a class can meet it.
  func isMet(in conformanceClass: ConformanceClass) -> Bool {
    let chapter = String(requirements[0].prefix { $0 != "-" })
    return switch conformanceClass {
    case .recording: !Self.syncChapters.contains(chapter) && chapter != "REALM"
    case .eventRealm: !Self.syncChapters.contains(chapter)
    case .flexibleSync: chapter == "FLEX"
    case .mobilePlatform: Self.syncChapters.contains(chapter) && chapter != "FLEX"
    }
  }

  /// Every condition, by chapter.
  static let all =
    scopes + reads + combining + links + writes + serialization + others + sync + mobilePlatform

  /// The chapters about what several devices have in common.
  private static let syncChapters: Set<String> = [
    "FLEX", "USER", "OPEN", "ACCESS", "MERGE", "SCHEMA", "SESSION", "PROGRESS", "ERROR", "RESET",
  ]

  // MARK: Scopes

  private static let scopes: [Condition] = [
    Condition("SCOPE-3", "SCOPE-4", when: "a scope begins while another is active") { facts in
      facts.count(.recording(.beginScope)) { $0.scopes > 0 && $0.failure == nil }
    },
    Condition("SCOPE-12", "SCOPE-13", when: "a scope is cancelled") { facts in
      facts.count(.recording(.cancelScope)) { $0.failure == nil }
    },
    Condition("SCOPE-14", "SCOPE-15", when: "a scope ends twice") { facts in
      facts.acts.count { $0.failure == "scope-not-active" }
    },
    Condition("SCOPE-17", when: "a scope is released") { $0.count(.recording(.dropScope)) },
    Condition("SCOPE-8", when: "a scope is asked whether it is active") {
      $0.count(.recording(.isActive))
    },
    Condition("SCOPE-20", when: "a scope begins in a transaction") { facts in
      facts.count(.recording(.beginScope), \.isInWrite)
    },
    Condition("SCOPE-21", when: "a scope ends in a transaction") { facts in
      facts.count(.recording(.commitScope), \.isInWrite)
    },
    Condition("SCOPE-2", "WRITE-6", when: "something is read or written while no scope is active") {
      facts in
      facts.acts.count { act in
        switch act.kind {
        case .reading(.get), .reading(.query), .reading(.follow), .writing(.write): act.scopes == 0
        default: false
        }
      }
    },
    Condition("SCOPE-6", "SCOPE-7", when: "a trail has several events") {
      $0.events.count > 1 ? 1 : 0
    },
  ]

  // MARK: Reads

  private static let reads: [Condition] = [
    Condition("READ-2", when: "a lookup finds an object") { facts in
      facts.count(.reading(.get)) { $0.returns == true && $0.scopes > 0 }
    },
    Condition("READ-3", when: "a lookup finds nothing") { facts in
      facts.count(.reading(.get)) { $0.returns == false }
    },
    Condition("READ-4", "LINK-4", when: "a link that is set is followed") { facts in
      facts.count(.reading(.follow)) { $0.returns == true && $0.scopes > 0 }
    },
    Condition("READ-5", when: "a link that is null is followed") { facts in
      facts.count(.reading(.follow)) { $0.returns == false }
    },
    Condition("READ-6", "READ-7", "READ-10", when: "an element of a collection of objects is taken")
    {
      facts in
      facts.count(.reading(.element)) { $0.failure == nil && $0.returns == nil }
    },
    Condition("READ-13", when: "a plain value is read") { facts in
      facts.count(.reading(.value)) + facts.count(.reading(.element)) { $0.returns != nil }
    },
    Condition("READ-8", when: "a query matches") { facts in
      facts.count(.reading(.query)) { $0.returns?.int ?? 0 > 0 && $0.scopes > 0 }
    },
    Condition("READ-9", when: "a query matches nothing") { facts in
      facts.count(.reading(.query)) { $0.returns == 0 }
    },
    Condition("READ-12", when: "elements are counted") { $0.count(.reading(.count)) },
    Condition("READ-18", "READ-19", "COMBINE-23", when: "a collection is queried") { facts in
      facts.count(.reading(.query)) { $0.step["in"] != nil }
    },
    Condition("READ-34", "READ-36", "READ-39", when: "a query has a condition") { facts in
      facts.count(.reading(.query)) { $0.step["where"] != nil }
    },
    Condition("READ-20", "READ-21", when: "a query is sorted") { facts in
      facts.count(.reading(.query)) { $0.step["sort"] != nil }
    },
    Condition("READ-24", when: "an object is changed in a scope that has read") { facts in
      var hasRead = false
      return facts.acts.count { act in
        if act.scopes == 0 { hasRead = false }
        switch act.kind {
        case .reading: hasRead = hasRead || act.scopes > 0
        case .writing(.write): break
        case .writing: return hasRead && act.failure == nil && !act.isCancelled
        default: break
        }
        return false
      }
    },
    Condition("READ-25", "READ-29", "READ-33", when: "something is read in a transaction") {
      facts in
      facts.acts.count { act in
        guard case .reading = act.kind else { return false }
        return act.isInWrite && act.scopes > 0
      }
    },
    Condition("READ-31", "COMBINE-16", when: "something is read in a transaction that is cancelled")
    {
      facts in
      facts.acts.count { act in
        guard case .reading = act.kind else { return false }
        return act.isCancelled && act.scopes > 0
      }
    },
    Condition("READ-42", "WRITE-40", when: "a read or a change fails") { facts in
      facts.acts.count { act in
        switch act.kind {
        case .reading, .writing: act.failure != nil
        default: false
        }
      }
    },
  ]

  // MARK: Combining

  private static let combining: [Condition] = [
    Condition("COMBINE-1", "COMBINE-5", "COMBINE-8", when: "there are fewer read events than reads")
    {
      facts in
      let reads = facts.acts.count { act in
        switch act.kind {
        case .reading(.get), .reading(.follow): act.returns == true && act.scopes > 0
        case .reading(.query): act.returns?.int ?? 0 > 0 && act.scopes > 0
        default: false
        }
      }
      return max(0, reads - facts.events.count { $0["event"] == "read" })
    },
    Condition("COMBINE-2", "COMBINE-3", when: "a read event has several objects") { facts in
      facts.events.count { $0["data"]?["value"]?.array?.count ?? 0 > 1 }
    },
    Condition("COMBINE-14", when: "a scope has reads before and after a transaction") { facts in
      var (hasRead, isDue, count) = (false, false, 0)
      for act in facts.acts where act.scopes > 0 {
        switch act.kind {
        case .reading(.get), .reading(.query), .reading(.follow), .reading(.element):
          if isDue { count += 1 }
          (hasRead, isDue) = (true, false)
        case .writing(.write): if act.step[.cancel] != true { isDue = hasRead }
        default: break
        }
      }
      return count
    },
  ]

  // MARK: Links

  private static func links(_ facts: ProgramFacts, _ isMet: (ProgramFacts.Place) -> Bool) -> Int {
    facts.places.count { place in
      guard let name = place.type.className, !facts.isEmbedded(name) else { return false }
      return isMet(place)
    }
  }

  private static let links: [Condition] = [
    Condition("LINK-1", when: "a link is a key") { facts in
      links(facts) { $0.type.shape == .single && $0.value.object == nil && !$0.value.isNull }
    },
    Condition("LINK-2", when: "a link points nowhere") { facts in links(facts, \.value.isNull) },
    Condition("LINK-3", "LINK-21", when: "a link is expanded") { facts in
      links(facts) { $0.type.shape == .single && $0.value["_id"] != nil }
    },
    Condition("LINK-11", when: "a link is expanded in the event of a query") { facts in
      links(facts) { $0.isInQuery && $0.type.shape == .single && $0.value["_id"] != nil }
    },
    Condition("LINK-12", when: "a collection of links is expanded") { facts in
      links(facts) { place in
        let elements = place.value.array ?? (place.value.object ?? [:]).map(\.value)
        return place.type.shape != .single && elements.contains { $0["_id"] != nil }
      }
    },
    Condition("LINK-14", "LINK-15", when: "a link of an expanded object is expanded") { facts in
      links(facts) { place in
        (place.value.object ?? [:]).contains { $0.key != "_id" && $0.value["_id"] != nil }
      }
    },
    Condition("LINK-19", "SERIAL-25", when: "a mixed value is expanded") { facts in
      facts.places.count { $0.type.scalar == .mixed && $0.value["_id"] != nil }
    },
    Condition("LINK-23", "LINK-27", when: "a link is followed in a transaction") { facts in
      facts.count(.reading(.follow)) { $0.isInWrite && $0.scopes > 0 }
    },
    Condition("LINK-20", "LINK-29", "SERIAL-29", when: "a class has back links") { facts in
      facts.schema.classes.count { $0.properties.contains { $0.type?.shape == .linkingObjects } }
    },
  ]

  // MARK: Writes

  private static func changes(_ facts: ProgramFacts, _ list: String) -> Int {
    facts.changes.count { $0.list == list }
  }

  private static let writes: [Condition] = [
    Condition("WRITE-1", "WRITE-10", "WRITE-11", when: "an object is inserted") {
      changes($0, "insertions")
    },
    Condition("WRITE-13", "WRITE-14", "WRITE-15", when: "an object is modified") {
      changes($0, "modifications")
    },
    Condition("WRITE-18", "WRITE-19", when: "an object is deleted") { changes($0, "deletions") },
    Condition("WRITE-16", "WRITE-17", when: "newValue is empty") { facts in
      facts.changes.count { $0.entry["newValue"] == [:] }
    },
    Condition("WRITE-20", "WRITE-42", when: "a class has deletions and insertions in one event") {
      facts in
      facts.events.reduce(0) { sum, event in
        sum
          + (event["data"]?.object ?? [:]).count {
            $0.value["deletions"] != nil && $0.value["insertions"] != nil
          }
      }
    },
    Condition("WRITE-25", "WRITE-27", when: "an embedded object is changed in place") { facts in
      facts.changes.count { facts.isEmbedded($0.type) }
    },
    Condition("WRITE-24", "SERIAL-23", when: "a payload shows an embedded object") { facts in
      facts.places.count { place in
        place.type.className.map(facts.isEmbedded) ?? false && !place.value.isNull
      }
    },
    Condition("WRITE-4", when: "a transaction is cancelled") { facts in
      facts.count(.writing(.write)) { $0.step[.cancel] == true && $0.scopes > 0 }
    },
    Condition("WRITE-5", when: "a transaction is empty") { facts in
      facts.count(.writing(.write)) { $0.step.steps.isEmpty && $0.scopes > 0 }
    },
    Condition("WRITE-21", "LINK-22", when: "an object is deleted in a scope") { facts in
      facts.count(.writing(.delete)) { $0.scopes > 0 && $0.failure == nil }
    },
    Condition("WRITE-22", when: "all objects of a class are deleted") {
      $0.count(.writing(.deleteAll))
    },
    Condition("WRITE-29", when: "a collection is changed") { facts in
      facts.acts.count { act in
        switch act.kind {
        case .writing(.add), .writing(.put), .writing(.remove), .writing(.clear):
          act.scopes > 0 && act.failure == nil
        default: false
        }
      }
    },
    Condition("WRITE-32", when: "something is changed outside of a transaction") { facts in
      facts.acts.count { $0.failure == "not-in-write-transaction" }
    },
    Condition("WRITE-34", when: "a key is taken") { facts in
      facts.acts.count { $0.failure == "duplicate-primary-key" }
    },
    Condition("WRITE-35", "WRITE-36", when: "a value does not fit, or is missing") { facts in
      facts.acts.count { ["type-mismatch", "missing-value"].contains($0.failure) }
    },
    Condition("WRITE-38", when: "an index or a key is not there") { facts in
      facts.acts.count { ["index-out-of-range", "no-such-key"].contains($0.failure) }
    },
    Condition("WRITE-39", when: "an object is gone") { facts in
      facts.acts.count { $0.failure == "object-invalidated" }
    },
  ]

  // MARK: Serialization

  private static func values(_ facts: ProgramFacts, _ isMet: (PropertyType) -> Bool) -> Int {
    facts.places.count { isMet($0.type) && !$0.value.isNull }
  }

  private static let serialization: [Condition] = [
    Condition("SERIAL-3", when: "a property has no value") { facts in
      facts.places.count(where: \.value.isNull)
    },
    Condition("SERIAL-4", when: "a payload shows a bool") { values($0) { $0.scalar == .bool } },
    Condition("SERIAL-5", when: "a payload shows an int") { values($0) { $0.scalar == .int } },
    Condition("SERIAL-6", when: "a payload shows a string") { values($0) { $0.scalar == .string } },
    Condition("SERIAL-7", when: "a payload shows a double") { values($0) { $0.scalar == .double } },
    Condition("SERIAL-8", when: "a payload shows a float") { values($0) { $0.scalar == .float } },
    Condition("SERIAL-9", "SERIAL-10", when: "a number that must have a value is null") { facts in
      facts.places.count { place in
        let isNumber = place.type.scalar == .float || place.type.scalar == .double
        return isNumber && !place.type.isOptional && place.value.isNull
      }
    },
    Condition("SERIAL-11", "SERIAL-12", when: "a payload shows a date") {
      values($0) { $0.scalar == .date }
    },
    Condition("SERIAL-13", "SERIAL-14", "SERIAL-15", when: "a class has data") { facts in
      facts.schema.classes.count { $0.properties.contains { $0.type?.scalar == .data } }
    },
    Condition("SERIAL-16", when: "a payload shows a UUID") { values($0) { $0.scalar == .uuid } },
    Condition("SERIAL-17", when: "a payload shows an object id") {
      values($0) { $0.scalar == .objectId }
    },
    Condition("SERIAL-18", when: "a payload shows a decimal") {
      values($0) { $0.scalar == .decimal128 }
    },
    Condition("SERIAL-19", when: "a payload shows a list") { values($0) { $0.shape == .list } },
    Condition("SERIAL-20", when: "a payload shows a set") { values($0) { $0.shape == .set } },
    Condition("SERIAL-21", when: "a payload shows a dictionary") {
      values($0) { $0.shape == .dictionary }
    },
    Condition("SERIAL-25", "SERIAL-26", when: "a payload shows a mixed value") {
      values($0) { $0.scalar == .mixed }
    },
    Condition("SERIAL-27", "SERIAL-35", when: "a mixed value is a collection") { facts in
      facts.places.count { place in
        place.type.scalar == .mixed && place.type.shape == .single
          && (place.value.array ?? place.value.object?.map(\.value)) != nil
      }
    },
  ]
}
