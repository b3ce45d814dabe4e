import Formats
import JSON
import Touchstone

/// What programs of class `flexible-sync` keep to, so that nothing happens in them that the specification leaves open
/// ("What is open"): whether a step fails is known from the answer of the model instead.
///
/// - The app is one of a few, and every client has a subscription at any time.
/// - A key is given once: what becomes of an object is open that is created where another one is out of view.
/// - An object is deleted once.
/// - Each transaction has a time of its own, which is later than that of any commit that its client knows of.
/// - One client alone changes collections, or a link that it sets to null, which it does not do to one that it has set in the
///   same transaction.
/// - Nothing is taken from a collection; a link is put into a set, or under a key of a dictionary, once.
/// - A client changes its subscriptions once between two synchronizations, and not before the first one.
/// - How many errors there are is not asked.
/// - Roles change while every client is online, and a client goes offline with a session that has them.
struct SyncLimits {
  private let schema: ProgramSchema
  private let realms: [String]
  private var walk: ProgramWalk
  private var keys: Set<JSON> = []
  /// Keys of objects that were deleted somewhere, and of those that the server has lost by that.
  private var deleted: Set<JSON> = []
  private var lost: Set<JSON> = []
  private var times: Set<JSON> = []
  /// The latest commit that each realm knows of, and the server.
  private var latest: [String: Int64] = [:]
  private var latestAtServer = Int64.min
  /// Links under keys of dictionaries: holder, property, key and target.
  private var entries: Set<[JSON]> = []
  /// Realms that have set the link of an object, and "" if the server has.
  private var linkWriters: Set<String> = []
  /// Whether one of them has set it to null.
  private var clearsLinks = false
  /// Realms whose subscriptions were changed since the last synchronization.
  private var updated: Set<String> = []
  private var offline: Set<String> = []
  /// Realms whose session began before the roles changed.
  private var outdated: Set<String> = []

  /// Whether all of a program may be asked of an implementation.
  static func allow(_ program: Program) -> Bool {
    guard program.given.isEmpty, !program.steps.isEmpty, var limits = SyncLimits(program) else {
      return false
    }
    return limits.allow(program.steps.map(Step.init))
  }

  private init?(_ program: Program) {
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
    for (_, realm) in realms {
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

  private mutating func allow(_ steps: [Step]) -> Bool {
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
      guard deleted.insert(identity(of: step["object"] ?? .null)).inserted else { return false }
    case .writing(.set), .writing(.add), .writing(.put):
      guard let type = schema[SyncApp.item]?.type(of: step[.property] ?? ""),
        !type.isCollection || realm == realms.first, !putsAgain(step, type)
      else { return false }
      if type.isSingleLink, !allowsLink(step["value"] ?? .null, from: realm) { return false }
    case .flexibleSync(.serverWrite):
      guard let time, time > latestAtServer else { return false }
      latestAtServer = time
      if let object = step["create"] {
        if let link = object["next"], !link.isNull, !keys.contains(link) { return false }
        guard add(object) else { return false }
      } else if let key = step["key"] {
        // What becomes of a write of a key that no object has is not specified.
        guard keys.contains(key), !lost.contains(key) else { return false }
        if step["delete"] == true {
          lost.insert(key)
          guard deleted.insert(key).inserted else { return false }
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
      guard updated.insert(realm).inserted, step.steps.count == 1,
        step.steps.allSatisfy({
          $0.kind == .flexibleSync(.subscribe) && SyncApp.isSubscription($0.json)
        })
      else { return false }
    case .flexibleSync(.synchronize):
      if step.fails == nil { updated.remove(realm) }
      if step.fails != "offline" {
        latestAtServer = max(latestAtServer, latest[realm] ?? .min)
        latest[realm] = latestAtServer
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
    case .reading, .flexibleSync(.serverObjects), .flexibleSync(.subscriptionSet):
      break
    default: return false
    }
    return true
  }

  /// Whether a link is put under a key that may have it already, or into a set: if the user may not write the object, it is
  /// open whether that is a change.
  private mutating func putsAgain(_ step: Step, _ type: PropertyType) -> Bool {
    let key = type.shape == .set ? "" : step["key"]
    guard type.shape == .set || type.shape == .dictionary, let key, let object = step["object"],
      let target = step["value"]?["$ref"]
    else { return false }
    let place = [identity(of: object), .string(step[.property] ?? ""), key, identity(of: target)]
    return !entries.insert(place).inserted
  }

  /// The primary key of the object that a name stands for, or the name.
  private func identity(of name: JSON) -> JSON {
    let step = name.string.flatMap { walk.names[$0]?.step }
    return step?["key"] ?? step?["value"]?["_id"] ?? name
  }

  /// Whether it is open what comes of a transaction.
  static func isOpen(_ steps: [Step]) -> Bool { deletesWhatItLinksTo(steps) || takesBack(steps) }

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
