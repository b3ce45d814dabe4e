import Formats
import JSON
import Touchstone

/// What programs of class `flexible-sync` keep to, so that nothing happens in them that the specification leaves open
/// ("What is open"): whether a step fails is known from the answer of the model instead.
///
/// The generator asks it before a step is added to a program.
///
/// - The app is one of a few, and every client has a subscription at any time.
/// - A key is given once: what becomes of an object is open that is created where another one is out of view.
/// - An object is deleted once; where all objects of a device are deleted, no other one is.
/// - Each transaction has a time of its own; once one is behind what its client knows of, each knows of all others.
/// - One client alone changes links in collections, a list, what it clears, or a link that it sets to null, which it does not
///   do to one that it has set in the same transaction.
/// - A link or number is put into a set, under a key of a dictionary, or in place of another one, once and where it was not
///   before.
/// - Where links are taken from collections, or replaced in them, no object is deleted; what a single entry of a list is taken
///   from has links to its own object alone. Before the next synchronization no links are added to what was cleared, and none
///   to lists once an object was deleted.
/// - A client changes its subscriptions once between two synchronizations, and not before the first one.
/// - Roles change while every client is online, and a client goes offline with a session that has them.
struct SyncLimits: ProgramLimits {
  let schema: ProgramSchema
  let places: [String]
  private var walk: ProgramWalk
  private var keys: Set<JSON> = []
  /// Keys of objects that were deleted somewhere, and of those that the server has lost by that.
  private(set) var deleted: Set<JSON> = []
  private var lost: Set<JSON> = []
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

  /// The limits at the beginning of a program; nil if its app is not one of those that programs are about.
  init?(_ program: Program) {
    let configuration = program.configuration
    guard configuration["sync"] == "flexible", configuration["events"] == .null,
      let sync = configuration["flexibleSync"]?.object, let role = sync["role"],
      SyncApp.roles.contains(role), sync["queryableFields"] == SyncApp.queryableFields,
      let realms = sync["realms"]?.object, !realms.isEmpty
    else { return nil }
    schema = ProgramSchema(.object(program.schema))
    walk = ProgramWalk(schema, .object(configuration))
    places = Array(realms.keys)
    // The subscriptions of the configuration are the first update.
    updated = Set(places)
    for (name, realm) in realms {
      self.subscriptions[name] = [SyncApp.subscriptionNames[0]]
      let subscriptions = realm["subscriptions"]?.array ?? []
      guard realm["user"] != nil, subscriptions.count == 1,
        subscriptions.allSatisfy(SyncApp.isSubscription)
      else { return nil }
    }
    // What roles and subscriptions ask for is there.
    guard let item = schema[SyncApp.item], ["owner", "n"].allSatisfy({ item.type(of: $0) != nil })
    else { return nil }
    let objects = sync["serverData"]?[SyncApp.item]?.array ?? []
    for object in objects {
      guard add(object) else { return nil }
    }
    guard objects.allSatisfy(leadsSomewhere) else { return nil }
  }

  /// Takes note of an object that is created with a key that no other one has had.
  private mutating func add(_ object: JSON) -> Bool {
    guard let key = object["_id"], keys.insert(key).inserted,
      schema.isWhole(object, of: SyncApp.item)
    else { return false }
    return (object.object ?? [:]).allSatisfy { name, value in
      guard let type = schema[SyncApp.item]?.type(of: name), type.isCollection else { return true }
      return note(value, type, in: [key, .string(name)])
    }
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
  mutating func allow(_ steps: [Step]) -> Bool {
    var time: Int64?
    for step in steps {
      guard allow(step, at: time) else { return false }
      walk.note(step)
      time = step.kind == .clock(.setClock) ? step.instant : nil
    }
    return true
  }

  /// Whether what stands in a block may be asked.
  private mutating func allow(within block: Step) -> Bool {
    let outer = walk.enter(block)
    defer { walk.leave(to: outer) }
    return allow(block.steps)
  }

  /// Whether a step may be asked behind one that has set the clock to a time, or behind another one.
  private mutating func allow(_ step: Step, at time: Int64?) -> Bool {
    let realm = walk.place.realm ?? ""
    if step.kind == .flexibleSync(.on) {
      guard let other = step[.realm], other != realm, places.contains(other) else { return false }
      return allow(within: step)
    }
    guard step.usedNames.allSatisfy(walk.knows) else { return false }
    switch step.kind {
    case .writing(.write):
      guard let time, step.steps.allSatisfy({ $0.kind?.isChange ?? false }),
        !Self.isOpen(step.steps), allow(within: step)
      else { return false }
      let isAlone = knowsAll(realm)
      return order.commit(
        at: time,
        to: &copies[realm, default: CommitOrder.Copy()],
        isAlone: isAlone
      )
    case .writing(.create):
      guard step[.type] == SyncApp.item, add(step["value"] ?? .null) else { return false }
    case .writing(.delete):
      guard !takes, !deletesAll, deleted.insert(identity(of: step["object"] ?? .null)).inserted
      else { return false }
      hasLost = hasLost || realm == places.first
    case .writing(.deleteAll):
      guard !takes, !deletesAll, deleted.isEmpty else { return false }
      deletesAll = true
      hasLost = hasLost || realm == places.first
    case .writing(.set), .writing(.add), .writing(.put), .writing(.remove), .writing(.clear):
      guard let type = schema[SyncApp.item]?.type(of: step[.property] ?? "") else { return false }
      return type.isCollection
        ? allowsInCollection(step, type, from: realm)
        : !type.isSingleLink || allowsLink(step["value"] ?? .null, from: realm)
    case .flexibleSync(.serverWrite):
      var server = CommitOrder.Copy()
      order.download(to: &server)
      let isAlone = order.knowsAll(server)
      guard let time, order.commit(at: time, to: &server, isAlone: isAlone) else { return false }
      order.upload(.max, of: &server)
      if let object = step["create"] {
        guard add(object), leadsSomewhere(object) else { return false }
      } else if let key = step["key"] {
        // What becomes of a write of a key that no object has is not specified.
        guard keys.contains(key), !lost.contains(key) else { return false }
        if step["delete"] == true {
          lost.insert(key)
          guard !takes, !deletesAll, deleted.insert(key).inserted else { return false }
        }
      }
      for (name, value) in step["set"]?.object ?? [:] {
        guard let type = schema[SyncApp.item]?.type(of: name), !type.isCollection,
          !type.isSingleLink || allowsLink(value, from: "")
        else { return false }
      }
    case .clock(.setClock):
      guard times.insert(step[.time] ?? .null).inserted else { return false }
    case .flexibleSync(.updateSubscriptions):
      guard updated.insert(realm).inserted,
        step.steps.allSatisfy({ allowsSubscription($0, of: realm) }),
        subscriptions[realm]?.isEmpty == false
      else { return false }
    case .flexibleSync(.synchronize):
      if step.fails == nil { updated.remove(realm) }
      if step.fails != "offline" {
        if realm == places.first { (cleared, hasLost) = ([], false) }
        order.upload(.max, of: &copies[realm, default: CommitOrder.Copy()])
        order.download(to: &copies[realm, default: CommitOrder.Copy()])
      }
    case .flexibleSync(.setRoles):
      let roles = step[.roles] ?? []
      guard offline.isEmpty, roles.count == 1, roles.allSatisfy(SyncApp.roles.contains) else {
        return false
      }
      outdated = Set(places)
    case .flexibleSync(.newSession):
      guard !offline.contains(realm) else { return false }
      outdated.remove(realm)
    case .eventRealm(.restart):
      outdated.remove(realm)
    case .eventRealm(.goOffline):
      guard !outdated.contains(realm) else { return false }
      offline.insert(realm)
    case .eventRealm(.goOnline): offline.remove(realm)
    case .reading, .flexibleSync(.serverObjects), .flexibleSync(.subscriptionSet),
      .flexibleSync(.syncErrors):
      break
    default: return false
    }
    return true
  }

  /// Takes note of a change of subscriptions: they have one of few names.
  private mutating func allowsSubscription(_ step: Step, of realm: String) -> Bool {
    switch step.kind {
    case .flexibleSync(.subscribe):
      subscriptions[realm]?.insert(step["name"]?.string ?? "")
      return SyncApp.isSubscription(step.json)
    case .flexibleSync(.unsubscribe):
      if let name = step["name"]?.string {
        subscriptions[realm]?.remove(name)
      } else {
        subscriptions[realm] = []
      }
      return step["where"] == nil && step["unnamedOnly"] == nil
    default: return false
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

  /// Whether it is open what comes of a transaction.
  private static func isOpen(_ steps: [Step]) -> Bool {
    // All that there is before it goes, what the transaction itself has changed and created as well.
    let deletesAll = steps.dropFirst().contains { $0.kind == .writing(.deleteAll) }
    // What is taken may have been put there by the same transaction.
    let takes = steps.contains { [.writing(.remove), .writing(.clear)].contains($0.kind) }
    return deletesAll || takes && steps.count > 1 || deletesWhatItLinksTo(steps) || takesBack(steps)
  }

  /// Whether a transaction deletes what it has set a link to: whether the link stays if the deletion is refused is open.
  private static func deletesWhatItLinksTo(_ steps: [Step]) -> Bool {
    var targets: Set<String> = []
    return steps.contains { step in
      step["value"]?.forEachLink { targets.insert($0) }
      return step.kind == .writing(.delete) && targets.contains(step["object"]?.string ?? "")
    }
  }

  /// Whether a property is set and set back to null in one transaction: it may be as it was then, and whether that counts as
  /// a change is open.
  private static func takesBack(_ steps: [Step]) -> Bool {
    var changed: Set<String> = []
    return steps.contains { step in
      step.kind == .writing(.set) && !changed.insert(step[.property] ?? "").inserted
        && step["value"]?.isNull ?? false
    }
  }

  /// Takes note of a link that is set: if it shows null for an object that is not on the device, and is set to null, what
  /// becomes of another device's change of it is open.
  private mutating func allowsLink(_ value: JSON, from writer: String) -> Bool {
    allowsChange(of: "next", from: writer, alone: value.isNull)
  }

  /// Takes note of who changes a property, unless somebody does who has to do so alone.
  mutating func allowsChange(of property: String, from writer: String, alone: Bool) -> Bool {
    writers[property, default: []].insert(writer)
    if alone { ofOneWriter.insert(property) }
    return !ofOneWriter.contains(property) || writers[property]?.count == 1
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
