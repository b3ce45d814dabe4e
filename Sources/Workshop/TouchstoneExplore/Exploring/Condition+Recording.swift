import Formats
import JSON
import Touchstone

// What is read, written and followed within scopes, and how it is written.
extension Condition {
  // MARK: Scopes

  static let scopes: [Condition] = [
    .acts("SCOPE-3 SCOPE-4", "a scope begins while another is active", .recording(.beginScope)) {
      $0.scopes > 0 && $0.succeeds
    },
    .acts("SCOPE-12 SCOPE-13", "a scope is cancelled", .recording(.cancelScope)) { $0.succeeds },
    .acts("SCOPE-14 SCOPE-15", "a scope ends twice") { $0.failure == "scope-not-active" },
    .acts("SCOPE-17", "a scope is released", .recording(.dropScope)),
    .acts("SCOPE-8", "a scope is asked whether it is active", .recording(.isActive)),
    .acts("SCOPE-20", "a scope begins in a transaction", .recording(.beginScope)) { $0.isInWrite },
    .acts("SCOPE-21", "a scope ends in a transaction", .recording(.commitScope)) { $0.isInWrite },
    .acts("SCOPE-2 WRITE-6", "something is read or written while no scope is active") { act in
      switch act.kind {
      case .reading(.get), .reading(.query), .reading(.follow), .writing(.write): act.scopes == 0
      default: false
      }
    },
    .counted("SCOPE-6 SCOPE-7", "a trail has several events") {
      $0.events.count > 1 ? 1 : 0
    },
  ]

  // MARK: Reads

  static let reads: [Condition] = [
    .acts("READ-2", "a lookup finds an object", .reading(.get)) {
      $0.returns == true && $0.scopes > 0
    },
    .acts("READ-3", "a lookup finds nothing", .reading(.get)) { $0.returns == false },
    .acts("READ-4 LINK-4", "a link that is set is followed", .reading(.follow)) {
      $0.returns == true && $0.scopes > 0
    },
    .acts("READ-5", "a link that is null is followed", .reading(.follow)) { $0.returns == false },
    .acts(
      "READ-6 READ-7 READ-10",
      "an element of a collection of objects is taken",
      .reading(.element)
    ) { $0.succeeds && $0.returns == nil },
    .counted("READ-13", "a plain value is read") { facts in
      facts.count(.reading(.value)) + facts.count(.reading(.element)) { $0.returns != nil }
    },
    .acts("READ-8", "a query matches", .reading(.query)) {
      $0.returns?.int ?? 0 > 0 && $0.scopes > 0
    },
    .acts("READ-9", "a query matches nothing", .reading(.query)) { $0.returns == 0 },
    .acts("READ-12", "elements are counted", .reading(.count)),
    .acts("READ-18 READ-19 COMBINE-23", "a collection is queried", .reading(.query)) {
      $0.step["in"] != nil
    },
    .acts("READ-34 READ-36 READ-39", "a query has a condition", .reading(.query)) {
      $0.step["where"] != nil
    },
    .acts("READ-20 READ-21", "a query is sorted", .reading(.query)) { $0.step["sort"] != nil },
    .counted("READ-24", "an object is changed in a scope that has read") { facts in
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
    .acts("READ-25 READ-29 READ-33", "something is read in a transaction") { act in
      guard case .reading = act.kind else { return false }
      return act.isInWrite && act.scopes > 0
    },
    .acts("READ-31 COMBINE-16", "something is read in a transaction that is cancelled") { act in
      guard case .reading = act.kind else { return false }
      return act.isCancelled && act.scopes > 0
    },
    .acts("READ-42 WRITE-40", "a read or a change fails") { act in
      switch act.kind {
      case .reading, .writing: act.failure != nil
      default: false
      }
    },
  ]

  // MARK: Combining

  static let combining: [Condition] = [
    .counted("COMBINE-1 COMBINE-5 COMBINE-8", "there are fewer read events than reads") {
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
    .events("COMBINE-2 COMBINE-3", "a read event has several objects") {
      $0["data"]?["value"]?.array?.count ?? 0 > 1
    },
    .counted("COMBINE-14", "a scope has reads before and after a transaction") { facts in
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

  static let links: [Condition] = [
    .links("LINK-1", "a link is a key") {
      $0.type.shape == .single && $0.value.object == nil && !$0.value.isNull
    },
    .links("LINK-2", "a link points nowhere") { $0.value.isNull },
    .links("LINK-3 LINK-21", "a link is expanded") {
      $0.type.shape == .single && $0.value["_id"] != nil
    },
    .links("LINK-11", "a link is expanded in the event of a query") {
      $0.isInQuery && $0.type.shape == .single && $0.value["_id"] != nil
    },
    .links("LINK-12", "a collection of links is expanded") { place in
      let elements = place.value.array ?? (place.value.object ?? [:]).map(\.value)
      return place.type.shape != .single && elements.contains { $0["_id"] != nil }
    },
    .links("LINK-14 LINK-15", "a link of an expanded object is expanded") { place in
      (place.value.object ?? [:]).contains { $0.key != "_id" && $0.value["_id"] != nil }
    },
    .places("LINK-19 SERIAL-25", "a mixed value is expanded") {
      $0.type.scalar == .mixed && $0.value["_id"] != nil
    },
    .acts("LINK-23 LINK-27", "a link is followed in a transaction", .reading(.follow)) {
      $0.isInWrite && $0.scopes > 0
    },
    .counted("LINK-20 LINK-29 SERIAL-29", "a class has back links") { facts in
      facts.schema.classes.count { $0.properties.contains { $0.type?.shape == .linkingObjects } }
    },
  ]

  // MARK: Writes

  static let writes: [Condition] = [
    .changes("WRITE-1 WRITE-10 WRITE-11", "an object is inserted") { $0.list == "insertions" },
    .changes("WRITE-13 WRITE-14 WRITE-15", "an object is modified") { $0.list == "modifications" },
    .changes("WRITE-18 WRITE-19", "an object is deleted") { $0.list == "deletions" },
    .changes("WRITE-16 WRITE-17", "newValue is empty") { $0.entry["newValue"] == [:] },
    .counted("WRITE-20 WRITE-42", "a class has deletions and insertions in one event") {
      facts in
      facts.events.reduce(0) { sum, event in
        sum
          + (event["data"]?.object ?? [:]).count {
            $0.value["deletions"] != nil && $0.value["insertions"] != nil
          }
      }
    },
    .counted("WRITE-25 WRITE-27", "an embedded object is changed in place") { facts in
      facts.changes.count { facts.schema.isEmbedded($0.type) }
    },
    .counted("WRITE-24 SERIAL-23", "a payload shows an embedded object") { facts in
      facts.places.count { place in
        facts.schema.isEmbedded(place.type.className) && !place.value.isNull
      }
    },
    .acts("WRITE-4", "a transaction is cancelled", .writing(.write)) {
      $0.step[.cancel] == true && $0.scopes > 0
    },
    .acts("WRITE-5", "a transaction is empty", .writing(.write)) {
      $0.step.steps.isEmpty && $0.scopes > 0
    },
    .acts("WRITE-21 LINK-22", "an object is deleted in a scope", .writing(.delete)) {
      $0.scopes > 0 && $0.succeeds
    },
    .acts("WRITE-22", "all objects of a class are deleted") { $0.step.deletedClass != nil },
    .acts("WRITE-29", "a collection is changed") { act in
      switch act.kind {
      case .writing(.add), .writing(.put), .writing(.remove), .writing(.clear):
        act.scopes > 0 && act.failure == nil
      default: false
      }
    },
    .acts("WRITE-32", "something is changed outside of a transaction") {
      $0.failure == "not-in-write-transaction"
    },
    .acts("WRITE-34", "a key is taken") { $0.failure == "duplicate-primary-key" },
    .acts("WRITE-35 WRITE-36", "a value does not fit, or is missing") {
      ["type-mismatch", "missing-value"].contains($0.failure)
    },
    .acts("WRITE-38", "an index or a key is not there") {
      ["index-out-of-range", "no-such-key"].contains($0.failure)
    },
    .acts("WRITE-39", "an object is gone") { $0.failure == "object-invalidated" },
  ]

  // MARK: Serialization

  static let serialization: [Condition] = [
    .places("SERIAL-3", "a property has no value") { $0.value.isNull },
    .values("SERIAL-4", "a payload shows a bool") { $0.scalar == .bool },
    .values("SERIAL-5", "a payload shows an int") { $0.scalar == .int },
    .values("SERIAL-6", "a payload shows a string") { $0.scalar == .string },
    .values("SERIAL-7", "a payload shows a double") { $0.scalar == .double },
    .values("SERIAL-8", "a payload shows a float") { $0.scalar == .float },
    .places("SERIAL-9 SERIAL-10", "a number that must have a value is null") { place in
      let isNumber = place.type.scalar == .float || place.type.scalar == .double
      return isNumber && !place.type.isOptional && place.value.isNull
    },
    .values("SERIAL-11 SERIAL-12", "a payload shows a date") { $0.scalar == .date },
    .counted("SERIAL-13 SERIAL-14 SERIAL-15", "a class has data") { facts in
      facts.schema.classes.count { $0.properties.contains { $0.type?.scalar == .data } }
    },
    .values("SERIAL-16", "a payload shows a UUID") { $0.scalar == .uuid },
    .values("SERIAL-17", "a payload shows an object id") { $0.scalar == .objectId },
    .values("SERIAL-18", "a payload shows a decimal") { $0.scalar == .decimal128 },
    .values("SERIAL-19", "a payload shows a list") { $0.shape == .list },
    .values("SERIAL-20", "a payload shows a set") { $0.shape == .set },
    .values("SERIAL-21", "a payload shows a dictionary") { $0.shape == .dictionary },
    .values("SERIAL-25 SERIAL-26", "a payload shows a mixed value") { $0.scalar == .mixed },
    .places("SERIAL-27 SERIAL-35", "a mixed value is a collection") { place in
      place.type.scalar == .mixed && place.type.shape == .single
        && (place.value.array ?? place.value.object?.map(\.value)) != nil
    },
  ]
}
