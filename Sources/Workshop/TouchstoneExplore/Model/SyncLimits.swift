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
/// - Each transaction has a time of its own, which is later than that of any commit that its client knows of.
/// - One client alone changes collections, or a link that it sets to null, which it does not do to one that it has set in the
///   same transaction.
/// - A link is put into a set, under a key of a dictionary, or in place of another one, once and where it was not before.
/// - Where something is taken from collections, or replaced in them, no object is deleted, and nothing is added before the next
///   synchronization to what was cleared; what a single entry of a list is taken from has links to its own object alone.
/// - A client changes its subscriptions once between two synchronizations, and not before the first one.
/// - Roles change while every client is online, and a client goes offline with a session that has them.
struct SyncLimits {
  private let schema: ProgramSchema
  let realms: [String]
  private var walk: ProgramWalk
  private var keys: Set<JSON> = []
  /// Keys of objects that were deleted somewhere, and of those that the server has lost by that.
  private var deleted: Set<JSON> = []
  private var lost: Set<JSON> = []
  private var times: Set<JSON> = []
  /// The latest commit that each realm knows of, and "" that the server knows of.
  private(set) var latest: [String: Int64] = [:]
  /// Whether all objects of a device were deleted.
  private var deletesAll = false
  /// Links that were put somewhere: holder, property, key and target.
  private var entries: Set<[JSON]> = []
  /// Collections that were cleared since their client has synchronized: holder and property.
  private var cleared: Set<[JSON]> = []
  /// Whether something was taken from a collection; from a list; and whether a list has links to other objects.
  private var takes = false
  private var takesFromList = false
  private var listsOthers = false
  /// Realms that have set the link of an object, and "" if the server has.
  private var linkWriters: Set<String> = []
  /// Whether one of them has set it to null.
  private var clearsLinks = false
  /// Realms whose subscriptions were changed since the last synchronization.
  private var updated: Set<String> = []
  /// The names of the subscriptions of each realm.
  private(set) var subscriptions: [String: Set<String>] = [:]
  private(set) var offline: Set<String> = []
  /// Realms whose session began before the roles changed.
  private var outdated: Set<String> = []

  /// Whether all of a program may be asked of an implementation.
  static func allow(_ program: Program) -> Bool {
    guard program.given.isEmpty, !program.steps.isEmpty, var limits = SyncLimits(program) else {
      return false
    }
    return limits.allow(program.steps.map(Step.init))
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
    self.realms = Array(realms.keys)
    // The subscriptions of the configuration are the first update.
    updated = Set(self.realms)
    for (name, realm) in realms {
      self.subscriptions[name] = [SyncApp.subscriptionNames[0]]
      let subscriptions = realm["subscriptions"]?.array ?? []
      guard realm["user"] != nil, subscriptions.count == 1,
        subscriptions.allSatisfy(SyncApp.isSubscription)
      else { return nil }
    }
    // What roles and subscriptions ask for is there, and every embedded class is held.
    guard schema.holdsEmbedded, let item = schema[SyncApp.item],
      ["_id", "owner", "n"].allSatisfy({ item.type(of: $0) != nil })
    else { return nil }
    let objects = sync["serverData"]?[SyncApp.item]?.array ?? []
    for object in objects {
      guard add(object) else { return nil }
    }
    // No link of the server leads to nothing.
    guard objects.allSatisfy({ $0["next"].map { $0.isNull || keys.contains($0) } ?? true }) else {
      return nil
    }
  }

  /// Takes note of an object that is created with a key that no other one has had.
  private mutating func add(_ object: JSON) -> Bool {
    guard let key = object["_id"], let definition = schema[SyncApp.item] else { return false }
    return keys.insert(key).inserted
      && definition.properties.allSatisfy { property in
        guard let type = property.type else { return false }
        let mayBeLeftOut = type.isCollection || type.isOptional
        return mayBeLeftOut || object[property.name] != nil
      }
  }

  /// Takes note of steps that are added to the program, unless it is open what comes of them.
  mutating func allow(_ steps: [Step]) -> Bool {
    var time: Int64?
    for step in steps {
      guard step.isWellFormed(), step.boundName.map({ walk.names[$0] == nil }) ?? true,
        allow(step, at: time)
      else { return false }
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
      guard let other = step[.realm], other != realm, realms.contains(other) else { return false }
      return allow(within: step)
    }
    guard step.usedNames.allSatisfy(walk.knows) else { return false }
    switch step.kind {
    case .writing(.write):
      guard let time, time > latest[realm] ?? .min,
        step.steps.allSatisfy({ $0.kind?.isChange ?? false }), !Self.isOpen(step.steps),
        allow(within: step)
      else { return false }
      latest[realm] = time
    case .writing(.create):
      guard step[.type] == SyncApp.item, add(step["value"] ?? .null) else { return false }
    case .writing(.delete):
      guard !takes, !deletesAll, deleted.insert(identity(of: step["object"] ?? .null)).inserted
      else { return false }
    case .writing(.deleteAll):
      guard !takes, !deletesAll, deleted.isEmpty else { return false }
      deletesAll = true
    case .writing(.set), .writing(.add), .writing(.put), .writing(.remove), .writing(.clear):
      guard let type = schema[SyncApp.item]?.type(of: step[.property] ?? ""),
        !type.isCollection || realm == realms.first && allowsInCollection(step, type)
      else { return false }
      if type.isSingleLink, !allowsLink(step["value"] ?? .null, from: realm) { return false }
    case .flexibleSync(.serverWrite):
      guard let time, time > latest[""] ?? .min else { return false }
      latest[""] = time
      if let object = step["create"] {
        if let link = object["next"], !link.isNull, !keys.contains(link) { return false }
        guard add(object) else { return false }
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
        if realm == realms.first { cleared = [] }
        latest[""] = max(latest[""] ?? .min, latest[realm] ?? .min)
        latest[realm] = latest[""]
      }
    case .flexibleSync(.setRoles):
      let roles = step[.roles] ?? []
      guard offline.isEmpty, roles.count == 1, roles.allSatisfy(SyncApp.roles.contains) else {
        return false
      }
      outdated = Set(realms)
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

  /// Takes note of what is done to a collection.
  private mutating func allowsInCollection(_ step: Step, _ type: PropertyType) -> Bool {
    let holder = identity(of: step["object"] ?? .null)
    let place = [holder, .string(step[.property] ?? "")]
    let target = (step["value"]?["$ref"]).map(identity)
    let isList = type.shape == .list
    let isClear = step.kind == .writing(.clear)
    // If the user may not write the object, it is open whether it is a change to put what may be there, or to take what is not.
    let entry = place + [isList ? "" : step["key"] ?? "", target ?? .null]
    let wasHere = entries.contains {
      $0.starts(with: place) && (isList || isClear || $0[2] == entry[2])
    }
    switch step.kind {
    case .writing(.add), .writing(.put):
      let isNew = entries.insert(entry).inserted
      let replaces = isList && step.kind == .writing(.put)
      guard isNew || isList && !replaces || target == nil, !cleared.contains(place),
        !replaces || wasHere && deleted.isEmpty && !deletesAll
      else { return false }
      takes = takes || replaces
      listsOthers = listsOthers || isList && target != holder
    case .writing(.remove), .writing(.clear):
      guard wasHere, deleted.isEmpty, !deletesAll, step["value"] == nil || entries.contains(entry)
      else { return false }
      takes = true
      if isClear { cleared.insert(place) }
      takesFromList = takesFromList || isList && !isClear
    default: return false
    }
    return !(takesFromList && listsOthers)
  }

  /// The primary key of the object that a name stands for, or the name.
  private func identity(of name: JSON) -> JSON {
    let step = name.string.flatMap { walk.names[$0]?.step }
    return step?["key"] ?? step?["value"]?["_id"] ?? name
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
    linkWriters.insert(writer)
    if value.isNull { clearsLinks = true }
    return !clearsLinks || linkWriters.count == 1
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
