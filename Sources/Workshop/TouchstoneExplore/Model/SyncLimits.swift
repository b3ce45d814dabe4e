import Formats
import JSON
import Touchstone

/// What programs of class `flexible-sync` keep to, so that nothing happens in them that the specification leaves open:
/// whether a step fails is known from the answer of the model instead.
///
/// - The app is one of a few, and every client has a subscription at any time.
/// - A key is given once, and an object is deleted once; where all objects of a device are deleted, no other one is.
/// - Each transaction has a time of its own; once one is behind what its client knows of, each knows of all others.
/// - One client alone changes links in collections, a list, what it clears, or a link that it sets to null.
/// - A client gives a property a value that the object never had, and sets a link to null only where it knows of another one.
/// - A link or number is put into a set, under a key of a dictionary, or in place of another one, once and where it was not
///   before.
/// - Where links are taken from collections, or replaced in them, no object is deleted; what a single entry of a list is taken
///   from has links to its own object alone.
struct SyncLimits: ProgramLimits {
  let schema: ProgramSchema
  let places: [String]
  private var walk: ProgramWalk
  private var keys: Set<JSON> = []
  /// Keys of objects that were deleted somewhere, and of those that the server has lost by that.
  private(set) var deleted: Set<JSON> = []
  private var lost: Set<JSON> = []
  /// Keys of objects that the server may have, and of those that clients have created since they have synchronized.
  private var arrived: Set<JSON> = []
  private var created: [String: Set<JSON>] = [:]
  private var times: Set<JSON> = []
  private var order = CommitOrder()
  /// The commits that each realm has.
  private var copies: [String: CommitOrder.Copy] = [:]
  /// Whether all objects of a device were deleted.
  private(set) var deletesAll = false
  /// What was put somewhere: holder, property, key and value, which is the target of a link.
  var entries: Set<[JSON]> = []
  /// Collections that were cleared since their client has synchronized: holder and property.
  var cleared: Set<[JSON]> = []
  /// Whether the client that changes collections of links has deleted something since it has synchronized.
  private(set) var hasLost = false
  /// Whether a link was taken from a collection; from a list; and whether a list has links to other objects.
  var takes = false
  var takesFromList = false
  var listsOthers = false
  /// Realms that have changed a property, and "" if the server has.
  private var writers: [String: Set<String>] = [:]
  /// The properties that one of them alone may change.
  private var ofOneWriter: Set<String> = []
  /// Realms and the objects that they have created, or of which they have set a link.
  private var shown: Set<[JSON]> = []
  /// What properties were given, whoever did it: object, property and value.
  private var given: Set<[JSON]> = []
  /// Realms whose subscriptions were changed since the last synchronization.
  private var updated: Set<String> = []
  /// The names of the subscriptions of each realm.
  private(set) var subscriptions: [String: Set<String>] = [:]
  private(set) var offline: Set<String> = []
  /// Realms whose session began before the roles changed.
  private var outdated: Set<String> = []

  init() { self.init([:]) }

  /// The limits of objects that no client has yet.
  init(_ schema: ProgramSchema) {
    (self.schema, walk, places) = (schema, ProgramWalk(schema, nil), [])
  }

  /// The limits at the beginning of a program, whose app is one of those that programs are about.
  init(_ program: Program) throws(StepFault) {
    let configuration = program.configuration
    guard configuration["sync"] == "flexible", configuration["events"] == .null,
      let sync = configuration["flexibleSync"]?.object, let realms = sync["realms"]?.object
    else { throw .invalid }
    schema = program.classes
    walk = ProgramWalk(schema, .object(configuration))
    places = Array(realms.keys)
    // The subscriptions of the configuration are the first update.
    updated = Set(places)
    try require(sync["role"].map(SyncApp.roles.contains) ?? false && !realms.isEmpty)
    try require(sync["queryableFields"] == SyncApp.queryableFields)
    for (name, realm) in realms {
      subscriptions[name] = [SyncApp.subscriptionNames[0]]
      let first = realm["subscriptions"]?.array ?? []
      try require(realm["user"] != nil)
      try avoid(.noSubscription, if: first.isEmpty)
      try require(first.count == 1 && first.allSatisfy(SyncApp.isSubscription))
    }
    // What roles and subscriptions ask for is there.
    try require(["owner", "n"].allSatisfy { schema[SyncApp.item]?.type(of: $0) != nil })
    let objects = sync["serverData"]?[SyncApp.item]?.array ?? []
    for object in objects { try addAtServer(object, at: .oneKey) }
    try require(objects.allSatisfy(leadsSomewhere))
  }

  /// Takes note of an object that is created with a key that no other one has had.
  private mutating func add(_ object: JSON, at point: OpenPoint = .oneKey) throws(StepFault) {
    try require(schema.isWhole(object, of: SyncApp.item))
    let key = object["_id"] ?? .null
    try avoid(point, if: !keys.insert(key).inserted)
    for property in schema[SyncApp.item]?.properties ?? [] {
      guard let type = property.type else { continue }
      let name = property.name
      let value = object[name] ?? .null
      if type.isCollection {
        try note(value, type, in: [key, .string(name)])
      } else {
        given.insert([key, .string(name), target(of: value)])
      }
    }
  }

  private mutating func addAtServer(_ object: JSON, at point: OpenPoint) throws(StepFault) {
    try add(object, at: point)
    arrived.insert(object["_id"] ?? .null)
  }

  /// Whether no link of an object of the server leads to nothing.
  private func leadsSomewhere(_ object: JSON) -> Bool {
    let links = SyncApp.links.flatMap { name, _ -> [JSON] in
      let value = object[name] ?? .null
      return value.array ?? value.object.map { $0.map(\.value) } ?? [value]
    }
    return (links + [object["place"]?["of"] ?? .null]).allSatisfy { $0.isNull || keys.contains($0) }
  }

  /// Takes note of steps that are added to the program, unless it is open what comes of them.
  mutating func allow(_ steps: [Step]) throws(StepFault) {
    var time: Int64?
    for step in steps {
      try allow(step, at: time)
      walk.note(step)
      time = step.kind == .clock(.setClock) ? step.instant : nil
    }
  }

  private mutating func allow(within block: Step) throws(StepFault) {
    let outer = walk.enter(block)
    try allow(block.steps)
    walk.leave(to: outer)
  }

  /// Takes note of a step behind one that has set the clock to a time, or behind another one.
  private mutating func allow(_ step: Step, at time: Int64?) throws(StepFault) {
    let realm = walk.place.realm ?? ""
    if step.kind == .flexibleSync(.on) {
      let other: String? = step[.realm]
      try require(other != realm && other.map(places.contains) ?? false)
      return try allow(within: step)
    }
    try require(step.usedNames.allSatisfy(walk.knows))
    switch step.kind {
    case .writing(.write):
      try require(step.steps.allSatisfy { $0.kind?.isChange ?? false })
      try Self.checkTransaction(step.steps)
      try allow(within: step)
      guard let time else { throw .open(.oneTime) }
      let isAlone = knowsAll(realm)
      try order.commit(at: time, to: &copies[realm, default: CommitOrder.Copy()], isAlone: isAlone)
    case .writing(.create):
      try require(step[.type] == SyncApp.item)
      try add(step["value"] ?? .null)
      shown.insert([.string(realm), step["value"]?["_id"] ?? .null])
      created[realm, default: []].insert(step["value"]?["_id"] ?? .null)
    case _ where step.deletesObjects:
      try noteDeletion(of: step["object"].map(identity))
      hasLost = hasLost || realm == places.first
    case .writing(.set), .writing(.add), .writing(.put), .writing(.remove), .writing(.clear):
      guard let type = schema[SyncApp.item]?.type(of: step[.property] ?? "") else {
        throw .invalid
      }
      if type.isCollection {
        try changeCollection(step, type, from: realm)
      } else {
        try setValue(step, type, from: realm)
      }
    case .flexibleSync(.serverWrite): try writeAtServer(step, at: time)
    case .clock(.setClock): try avoid(.oneTime, if: !times.insert(step[.time] ?? .null).inserted)
    case .flexibleSync(.updateSubscriptions):
      try avoid(.updatesBetween, if: !updated.insert(realm).inserted)
      for change in step.steps { try changeSubscriptions(change, of: realm) }
      try avoid(.noSubscription, if: subscriptions[realm]?.isEmpty ?? true)
    case .flexibleSync(.synchronize):
      if step.fails == nil { updated.remove(realm) }
      if step.fails != "offline" {
        if realm == places.first { (cleared, hasLost) = ([], false) }
        arrived.formUnion(created.removeValue(forKey: realm) ?? [])
        order.upload(.max, of: &copies[realm, default: CommitOrder.Copy()])
        order.download(to: &copies[realm, default: CommitOrder.Copy()])
      }
    case .flexibleSync(.setRoles):
      let roles = step[.roles] ?? []
      try require(roles.count == 1 && roles.allSatisfy(SyncApp.roles.contains))
      try avoid(.endOfSession, if: !offline.isEmpty)
      outdated = Set(places)
    case .flexibleSync(.newSession):
      try avoid(.endOfSession, if: offline.contains(realm))
      outdated.remove(realm)
    case .eventRealm(.restart):
      outdated.remove(realm)
    case .eventRealm(.goOffline):
      try avoid(.endOfSession, if: outdated.contains(realm))
      offline.insert(realm)
    case .eventRealm(.goOnline): offline.remove(realm)
    case .reading, .flexibleSync(.serverObjects), .flexibleSync(.subscriptionSet),
      .flexibleSync(.syncErrors):
      break
    default: throw .invalid
    }
  }

  private mutating func writeAtServer(_ step: Step, at time: Int64?) throws(StepFault) {
    var server = CommitOrder.Copy()
    order.download(to: &server)
    guard let time else { throw .open(.oneTime) }
    let isAlone = order.knowsAll(server)
    try order.commit(at: time, to: &server, isAlone: isAlone)
    order.upload(.max, of: &server)
    if let object = step["create"] {
      try addAtServer(object, at: .serverKey)
      try require(leadsSomewhere(object))
    } else if let key = step["key"] {
      try avoid(.serverKey, if: !arrived.contains(key) || lost.contains(key))
      if step["delete"] == true {
        lost.insert(key)
        try noteDeletion(of: key)
      }
    }
    for (name, value) in step["set"]?.object ?? [:] {
      let type = schema[SyncApp.item]?.type(of: name)
      try require(type?.isCollection == false)
      given.insert([step["key"] ?? .null, .string(name), target(of: value)])
      if type?.isSingleLink == true { try setLink(value, from: "") }
    }
  }

  /// Takes note that an object is deleted, or all that a device has.
  private mutating func noteDeletion(of key: JSON?) throws(StepFault) {
    try avoid(.replacedLink, if: takes)
    let isFirst = key.map { deleted.insert($0).inserted } ?? deleted.isEmpty
    try avoid(.secondDeletion, if: deletesAll || !isFirst)
    deletesAll = key == nil
  }

  /// Takes note of a change of subscriptions: they have one of few names.
  private mutating func changeSubscriptions(_ step: Step, of realm: String) throws(StepFault) {
    switch step.kind {
    case .flexibleSync(.subscribe):
      subscriptions[realm]?.insert(step["name"]?.string ?? "")
      try require(SyncApp.isSubscription(step.json))
    case .flexibleSync(.unsubscribe):
      if let name = step["name"]?.string {
        subscriptions[realm]?.remove(name)
      } else {
        subscriptions[realm] = []
      }
      try require(step["where"] == nil && step["unnamedOnly"] == nil)
    default: throw .invalid
    }
  }

  /// The primary key of the object that a name stands for, or the name.
  func identity(of name: JSON) -> JSON {
    name.string.flatMap(walk.primaryKey) ?? name
  }

  /// Whether a realm knows of every commit.
  func knowsAll(_ realm: String) -> Bool { order.knowsAll(copies[realm] ?? CommitOrder.Copy()) }

  /// The latest time that a realm knows of, or the server without one.
  func latest(of realm: String?) -> Int64? {
    var copy = realm.flatMap { copies[$0] } ?? CommitOrder.Copy()
    if realm == nil { order.download(to: &copy) }
    return order.latest(copy)
  }

  /// Refuses a transaction whose steps are not open one by one, but together.
  private static func checkTransaction(_ steps: [Step]) throws(StepFault) {
    var (targets, changed): (Set<String>, Set<String>) = ([], [])
    for (index, step) in steps.enumerated() {
      step["value"]?.forEachLink { targets.insert($0) }
      // All that there is goes, what the transaction itself has changed and created as well.
      try avoid(.insideCreation, if: step.deletedClass != nil && index > 0)
      switch step.kind {
      case .writing(.delete):
        try avoid(.linkAndDeletion, if: targets.contains(step["object"]?.string ?? ""))
      // What is taken may have been put there by the same transaction.
      case .writing(.remove), .writing(.clear): try avoid(.idleWrite, if: steps.count > 1)
      case .writing(.set):
        let isFirst = changed.insert(step[.property] ?? "").inserted
        try avoid(.linkSetBack, if: !isFirst && step["value"]?.isNull ?? false)
      default: break
      }
    }
  }

  /// Takes note of a value that a client sets: if the user may not write the object, it is open whether one that may be there counts.
  private mutating func setValue(
    _ step: Step,
    _ type: PropertyType,
    from realm: String
  ) throws(StepFault) {
    let holder = identity(of: step["object"] ?? .null)
    let value = step["value"] ?? .null
    let property = JSON.string(step[.property] ?? "")
    try avoid(.idleWrite, if: !given.insert([holder, property, target(of: value)]).inserted)
    guard type.isSingleLink else { return }
    if !value.isNull { given.remove([holder, property, .null]) }
    // Null may be what is shown of a link whose target is out of view (FLEX-76).
    try avoid(.idleWrite, if: value.isNull && !shown.contains([.string(realm), holder]))
    shown.insert([.string(realm), holder])
    try setLink(value, from: realm)
  }

  private mutating func setLink(_ value: JSON, from writer: String) throws(StepFault) {
    try noteChange(of: "next", from: writer, isAlone: value.isNull, .linkToNull)
  }

  /// Takes note of who changes a property, unless somebody does who has to do so alone.
  mutating func noteChange(
    of property: String,
    from writer: String,
    isAlone: Bool,
    _ point: OpenPoint
  ) throws(StepFault) {
    writers[property, default: []].insert(writer)
    if isAlone { ofOneWriter.insert(property) }
    try avoid(point, if: ofOneWriter.contains(property) && writers[property]?.count != 1)
  }
}

extension PropertyType {
  /// Whether it holds one link.
  fileprivate var isSingleLink: Bool { shape == .single && base == SyncApp.item }
}

extension StepKind {
  /// Whether it stands in a transaction.
  fileprivate var isChange: Bool {
    if case .writing(let kind) = self { kind != .write } else { false }
  }
}

extension Step {
  /// The time that a clock is set to, in milliseconds since 1970.
  var instant: Int64? {
    guard case .date(let time)? = self[.time].flatMap(ExtendedValue.init) else { return nil }
    return time.milliseconds
  }
}
