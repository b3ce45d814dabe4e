import JSON
import OrderedCollections
import ReferenceEvents
import ReferenceRealm
import ReferenceSync
import Touchstone

/// The server of a case with flexible sync, and the realms that are opened as its clients.
final class SyncSetting {
  /// A realm of the case on a device of its own.
  final class Client {
    let clock = ManualClock()
    /// What synchronizes the realm; nil if it is not synced.
    let file: FlexibleSyncClient?
    /// What the error handler was told.
    private(set) var errors: [CompensatingWriteError] = []
    /// What it has printed.
    private(set) var output: [String] = []
    fileprivate(set) var realm: CaseSession.OpenRealm?

    fileprivate init(_ settings: JSON, _ server: FlexibleSyncServer) throws {
      guard settings[.sync] != "none" else {
        file = nil
        return
      }
      guard let user = settings[.flexibleUser] else {
        throw StepError.malformed("a synced realm needs a user")
      }
      let file = FlexibleSyncClient(
        user: User(id: user),
        server: server,
        clock: { [clock] in clock.eventClock.now }
      )
      let subscriptions = try (settings[.subscriptions] ?? []).map(
        FlexibleSyncDecoding.subscription
      )
      if !subscriptions.isEmpty {
        try file.update { update in
          for subscription in subscriptions { try update.append(subscription) }
        }
      }
      self.file = file
      file.errorHandler = { [unowned self] in handle($0) }
    }

    /// The sample handler of the page, with lines in place of the console.
    private func handle(_ syncError: CompensatingWriteError) {
      errors.append(syncError)
      func print(_ line: String) { output.append(line) }
      switch syncError.code {
      case .writeRejected:
        if let compensatingWriteErrorInfo = syncError.compensatingWriteInfo {
          for anError in compensatingWriteErrorInfo {
            print("A write was rejected with a compensating write error")
            print("The write to object type: \(String(describing: anError.objectType))")
            print("With primary key of: \(anError.primaryKey)")
            print("Was rejected because: \(String(describing: anError.reason))")
          }
        }
      }
    }

    /// Makes a configuration that of this realm.
    func enter(_ configuration: inout Realm.Configuration) {
      configuration.sync = file == nil ? .none : .flexible
      if let file {
        configuration.observerFactories.insert(FlexibleSyncConfiguration(client: file), at: 0)
      }
    }
  }

  let server: FlexibleSyncServer
  /// The realms by name, the one in which steps run first.
  private let clients: OrderedDictionary<String, Client>

  /// - Returns: nil if the case is not about flexible sync.
  /// - Throws: `Unsupported` for a key that the reference does not know.
  init?(_ program: CaseProgram, _ stages: SyncStages) throws {
    guard let settings = program.configuration[.flexibleSync] else { return nil }
    try KeyTable.flexibleSync.check(.object(settings), "flexible sync")
    let types = try SchemaDecoding.objectTypes(program.schema, representations: [:])
    let schema = try Schema(types)
    server = FlexibleSyncServer(
      rules: try FlexibleSyncDecoding.rules(settings),
      schema: schema,
      stages: stages
    )
    for (className, objects) in settings[.serverData] ?? [:] {
      for object in objects.array ?? [] {
        let change = try DocumentDecoding.creation(of: object, in: className, schema)
        server.write(change, at: .init(milliseconds: 0))
      }
    }
    var clients = OrderedDictionary<String, Client>()
    for name in FlexibleSync.realms(of: program.configuration) {
      clients[name] = try Client(settings[.realms]?[name] ?? .object(settings), server)
    }
    self.clients = clients
  }

  /// The realm in which steps run.
  var first: Client { clients.values[0] }

  /// Opens the other realms as the first one was.
  func open(_ first: CaseSession.OpenRealm) throws {
    self.first.realm = first
    for client in clients.values.dropFirst() {
      var configuration = Realm.Configuration(
        objectTypes: first.realm.configuration.objectTypes,
        user: first.realm.configuration.user
      )
      client.enter(&configuration)
      client.realm = CaseSession.OpenRealm(try Realm(configuration: configuration), client.clock)
    }
  }

  /// The realm of that name.
  func realm(_ name: String) throws -> CaseSession.OpenRealm {
    guard let realm = clients[name]?.realm else {
      throw StepError.malformed("no realm is called \(name)")
    }
    return realm
  }

  /// A realm with what was told about it.
  func client(of realm: CaseSession.OpenRealm) -> Client {
    clients.values.first { $0.realm === realm } ?? first
  }

  /// What synchronizes a realm.
  func file(of realm: CaseSession.OpenRealm) throws -> FlexibleSyncClient {
    guard let file = client(of: realm).file else {
      throw StepError.malformed("the realm is not synchronized")
    }
    return file
  }
}
