import JSON
import ReferenceEvents
import ReferenceRealm
import ReferenceSync
import Touchstone

/// Steps of class `flexible-sync`.
extension CaseSession {
  func synchronize(_ kind: FlexibleSyncStep, _ step: StepArguments) throws -> JSON {
    guard let sync else { throw Unsupported(reason: "step \(kind.rawValue)") }
    switch kind {
    case .on: return try run(step.steps, on: sync.realm(step(.realm)))
    case .synchronize: return try writes(sync.file(of: place).synchronize(realm))
    case .updateSubscriptions: return try updateSubscriptions(sync.file(of: place), step.steps)
    case .subscribe, .unsubscribe:
      throw StepError(
        code: "not-in-subscription-update",
        message: "subscriptions are changed in an update only"
      )
    case .subscriptionSet: return Self.description(of: try sync.file(of: place).subscriptions)
    case .serverObjects:
      return try DocumentDecoding.objects(of: step(.type), in: sync.server.store)
    case .serverWrite: try write(to: sync.server, step)
    case .setRoles: sync.server.rules.roles = try FlexibleSyncDecoding.roles(step(.roles))
    case .setCustomData:
      sync.server.rules.customData[try step(.user)] = try ExtendedJSON.decode(
        .object(step(.userData))
      ) { throw StepError.malformed("no object is called \($0) here") }
    case .newSession: try sync.file(of: place).beginSession()
    case .openAgain: try sync.client(of: place).file?.open()
    case .syncErrors:
      return .array(
        try sync.client(of: place).errors.map { error in
          [
            "code": .string(error.code.rawValue), "fatal": false,
            "writes": try writes(error.writes),
          ]
        }
      )
    case .clientLog: return .array(try sync.file(of: place).log.map(JSON.string))
    case .serverLog: return .array(sync.server.log.map(Self.serverLogEntry))
    case .errorOutput:
      return .array(sync.client(of: place).output.map(JSON.string))
    }
    return .null
  }

  /// Steps about the connection and the process of the realm at hand.
  func connect(_ kind: EventRealmStep, _ sync: SyncSetting) throws -> JSON {
    let client = try sync.file(of: place)
    switch kind {
    case .goOffline: client.isOnline = false
    case .goOnline: client.isOnline = true
    case .restart:
      if realm.isInWriteTransaction {
        throw StepError.malformed("a restart stands in no transaction")
      }
      client.abandon()
      realm = try Realm(reopening: realm, configuration: realm.configuration)
    default: throw Unsupported(reason: "step \(kind.rawValue) with flexible sync")
    }
    return .null
  }

  /// Runs steps in another realm, and yields their outcomes.
  func run(_ steps: [Step], on other: OpenRealm) -> JSON {
    let here = place
    place = other
    defer { place = here }
    return .array(run(steps).map(\.message))
  }

  /// Compensating writes as steps yield them.
  private func writes(_ infos: [CompensatingWrite]) throws -> JSON {
    .array(
      try infos.map { info in
        [
          "objectType": .string(info.objectType),
          "primaryKey": try ExtendedJSON.encode(info.primaryKey, in: realm.current),
          "reason": .string(info.reason),
        ]
      }
    )
  }

  private func write(to server: FlexibleSyncServer, _ step: StepArguments) throws {
    let schema = server.store.schema
    let type = try step(.type)
    let change =
      if let object = step[.newDocument] {
        try DocumentDecoding.creation(of: object, in: type, schema)
      } else {
        try DocumentDecoding.change(
          of: step(.primaryKey),
          in: type,
          set: step[.newMembers]?.object,
          schema
        )
      }
    server.write(change, at: clock.eventClock.now)
  }

  /// Table, then primary key, then reason, as the server logs it.
  private static func serverLogEntry(_ infos: [CompensatingWrite]) -> JSON {
    var tables = JSONObject()
    for info in infos {
      var reasons = tables[info.objectType]?.object ?? [:]
      reasons[info.primaryKey.description] = .string(info.reason)
      tables[info.objectType] = .object(reasons)
    }
    return .object(tables)
  }
}

/// Updates of subscriptions.
extension CaseSession {
  private func updateSubscriptions(_ client: FlexibleSyncClient, _ steps: [Step]) throws -> JSON {
    var outcomes: [StepOutcome] = []
    // The steps after one that failed are not run, and say so.
    try? client.update { update throws(StepError) in
      for step in steps {
        do throws(StepError) {
          try Self.change(&update, StepArguments(step, of: self), kind: step.kind)
          outcomes.append(.ok(.null))
        } catch {
          outcomes.append(.error(error))
          outcomes += steps.dropFirst(outcomes.count).map { _ in
            .error(StepError(code: "other", message: "the update had ended before"))
          }
          throw error
        }
      }
    }
    return .array(outcomes.map(\.message))
  }

  private static func change(
    _ update: inout SubscriptionUpdate,
    _ step: StepArguments,
    kind: StepKind?
  ) throws(StepError) {
    do {
      switch kind {
      case .flexibleSync(.subscribe):
        try update.append(
          FlexibleSyncDecoding.subscription(step.json),
          replacing: step[.ifExists] != "refuse"
        )
      case .flexibleSync(.unsubscribe): try unsubscribe(step, &update)
      default: throw StepError.malformed("an update subscribes and unsubscribes")
      }
    } catch {
      throw StepError(error)
    }
  }

  private static func unsubscribe(_ step: StepArguments, _ update: inout SubscriptionUpdate) throws
  {
    if let name = step[.subscriptionName] {
      update.remove { $0.name == name }
    } else if step[.unnamedOnly] == true {
      update.remove { $0.name == nil }
    } else if step.has(.filter) {
      let other = try FlexibleSyncDecoding.subscription(step.json)
      update.remove { $0.className == other.className && $0.filter == other.filter }
    } else {
      let type = step[.type]
      update.remove { type == nil || $0.className == type }
    }
  }

  private static func description(of set: SubscriptionSet) -> JSON {
    [
      "version": .int(Int64(set.version)), "state": .string(set.state.rawValue),
      "subscriptions": .array(
        set.subscriptions.map { subscription in
          [
            "name": subscription.name.map(JSON.string) ?? .null,
            "type": .string(subscription.className),
          ]
        }
      ),
    ]
  }
}
