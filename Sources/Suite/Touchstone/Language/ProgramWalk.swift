package import Formats
package import JSON

/// What is known at a step of a program: what its names stand for, and where the step stands.
///
/// Whatever has to know what a name means follows the steps with one: the check of case files, the limits of random
/// programs, and what is told of a program.
package struct ProgramWalk: Sendable {
  /// Where a step stands.
  package struct Place: Sendable {
    /// The realm in which the step runs; nil outside of every realm.
    package fileprivate(set) var realm: String?
    /// The device on which it runs.
    package fileprivate(set) var device: String
    /// The write transactions around it, the innermost last.
    package fileprivate(set) var transactions: [Step] = []
    /// The classes of the realm.
    package var schema: ProgramSchema

    /// Where a program begins: in the first realm of its configuration, or in none if realms have to be opened; on the
    /// first device.
    package init(_ schema: ProgramSchema, _ configuration: JSON?, opensRealms: Bool) {
      self.schema = schema
      realm = opensRealms ? nil : FlexibleSync.realms(of: configuration).first
      device = MobilePlatform.devices(of: configuration)[0]
    }

    /// What a name of a kind that is given here belongs to.
    package func owner(of kind: HandleKind) -> Owner? {
      switch kind {
      case .object, .collection, .scope: realm.map(Owner.realm)
      case .user, .realm, .session, .watch: .device(device)
      case .backup: nil
      }
    }
  }

  /// Where a name can be used.
  package enum Owner: Equatable, Sendable {
    case realm(String), device(String)

    /// What it is and how it is called, as messages say it.
    package var phrase: String {
      switch self {
      case .realm(let name): "the realm \(name.quoted), and this step runs in another"
      case .device(let name): "the device \(name.quoted), and this step runs on another"
      }
    }
  }

  /// What one name stands for.
  package struct Name: Sendable {
    package let kind: HandleKind
    /// The step that gave it.
    package let step: Step
    /// The class of the object or of the elements, as far as it is known.
    package let className: String?
    /// What it belongs to; nil for what is known everywhere.
    package let owner: Owner?
    /// The classes of a realm.
    let schema: ProgramSchema?
    /// Why a realm is not open any more, although its file can still be named.
    package fileprivate(set) var closed: String?
    /// Why the name cannot be used any more, or never could.
    package fileprivate(set) var obstacle: String?
  }

  package var place: Place
  package private(set) var names: [String: Name] = [:]
  /// The scopes that are active, in the order of their beginning.
  package private(set) var activeScopes: [String] = []

  /// At the beginning of a program.
  package init(_ schema: ProgramSchema, _ configuration: JSON?) {
    place = Place(
      schema,
      configuration,
      opensRealms: configuration?[.mobilePlatform] != nil
    )
  }

  // MARK: Looking

  /// Whether a transaction is open here.
  package var isInWrite: Bool { !place.transactions.isEmpty }

  /// Whether a name can be used here.
  package func knows(_ name: String) -> Bool {
    guard let known = names[name] else { return false }
    return known.obstacle == nil && known.closed == nil
      && (known.owner == nil || known.owner == place.owner(of: known.kind))
  }

  /// Whether a name belongs to a device and stands for something there, if perhaps for a realm that is closed.
  package func knows(_ name: String, on device: String) -> Bool {
    guard let known = names[name] else { return false }
    return known.obstacle == nil && known.owner == .device(device)
  }

  /// The class that the properties of a step belong to: the one it names, or that of its object or collection.
  package func className(of step: Step) -> String? {
    if let type = step[.type] { return type }
    let name = step[.object] ?? step[.collection] ?? step[.source]
    return name.flatMap { names[$0]?.className }
  }

  /// The type of the property that a step is about.
  package func propertyType(of step: Step) -> PropertyType? {
    step[.property].flatMap { place.schema.type(of: $0, in: className(of: step)) }
  }

  // MARK: Following

  /// Goes into a step that has others within it, and gives the place to go back to.
  package mutating func enter(_ block: Step) -> Place {
    let outer = place
    switch block.kind {
    case .writing(.write): place.transactions.append(block)
    case .flexibleSync(.on):
      if let device = block[.device] {
        (place.device, place.realm) = (device, nil)
      } else if let realm = block[.openRealm] {
        place.realm = realm
        place.schema = names[realm]?.schema ?? place.schema
      }
    default: break
    }
    return outer
  }

  /// Goes back to where a block stands.
  package mutating func leave(to outer: Place) { place = outer }

  /// Takes in what a step makes known that stands here; those within it have been taken in.
  package mutating func note(_ step: Step) {
    bind(step)
    guard step.fails == nil else { return }
    switch step.kind {
    case .recording(.beginScope): if let name = step.boundName { activeScopes.append(name) }
    case .recording(.commitScope), .recording(.cancelScope): end(step[.scope])
    case .recording(.dropScope):
      end(step[.scope])
      step[.scope].map { names[$0]?.obstacle = "was released by \"dropScope\"" }
    case .mobileRealm(.close):
      step[.openRealm].map { names[$0]?.closed = "was closed by \"close\"" }
    case .eventRealm(.restart): restart()
    default: break
    }
  }

  /// Takes in a step with all that is within it.
  package mutating func noteAll(_ step: Step) {
    let outer = enter(step)
    for nested in step.steps { noteAll(nested) }
    leave(to: outer)
    note(step)
  }

  /// Another name, for the same as one that a repeated step has given.
  package mutating func bind(_ name: String, like other: String) { names[name] = names[other] }

  private mutating func bind(_ step: Step) {
    guard let name = step.boundName, names[name] == nil, let kind = step.kind?.boundKind else {
      return
    }
    names[name] = Name(
      kind: kind,
      step: step,
      className: kind == .object || kind == .collection ? classBound(by: step) : nil,
      owner: place.owner(of: kind),
      schema: kind == .realm ? schemaOfRealm(openedBy: step) : nil,
      obstacle: step.reasonForNoName
    )
  }

  private func classBound(by step: Step) -> String? {
    guard step[.property] != nil else { return className(of: step) }
    guard let type = propertyType(of: step) else { return nil }
    guard type.shape == .linkingObjects else { return type.className }
    return String(type.base.prefix { $0 != "." })
  }

  /// The classes of the realm that a step opens.
  private func schemaOfRealm(openedBy step: Step) -> ProgramSchema {
    if step.kind == .mobileRealm(.managementRealm) { return MobilePlatform.managementSchema }
    if let own = step[.schemaOfRealm] { return ProgramSchema(own) }
    return step[.realmFile].flatMap { names[$0]?.schema } ?? place.schema
  }

  private mutating func end(_ scope: String?) { activeScopes.removeAll { $0 == scope } }

  /// The process ends: no name outlives it but those of users, of files and of what is at the server.
  private mutating func restart() {
    activeScopes = activeScopes.filter { names[$0]?.owner != place.owner(of: .scope) }
    let gone = "is gone since \"restart\""
    for (name, known) in names where known.obstacle == nil {
      switch known.kind {
      case .realm where known.owner == .device(place.device): names[name]?.closed = gone
      case .user, .realm, .backup: break
      default: if known.owner == place.owner(of: known.kind) { names[name]?.obstacle = gone }
      }
    }
  }
}

extension Step {
  /// Why the name that it would give stands for nothing.
  fileprivate var reasonForNoName: String? {
    if fails != nil { return "is not bound, because its step is expected to fail" }
    guard kind != .mobileSession(.watchProgress), case .flag? = kind?.entry.yields, returns == false
    else { return nil }
    return "is not bound, because its step is expected to find nothing"
  }
}
