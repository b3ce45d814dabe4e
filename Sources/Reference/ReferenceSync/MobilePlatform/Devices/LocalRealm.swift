import Foundation
import ReferenceRealm

/// The copy of a realm on a device: its file, and the realm that is open on it.
final class LocalRealm {
  /// Which copy is meant: two users of a device have each their own copy of one realm.
  struct Key: Sendable, Hashable {
    let identity: Identity
    let path: RealmPath
  }

  let key: Key
  private let file: URL
  private let files: DeviceFiles
  private let clock: () -> Timestamp
  private(set) var stored: StoredRealm
  /// The realm of this process; nil if it is not open.
  private(set) var realm: Realm?
  private var openCount = 0
  private var keyless = KeylessObjects.untold
  private var appToFile: SchemaMapping?
  private var fileToApp: SchemaMapping?
  /// Whether the file was deleted while the realm was open: nothing can be written any more.
  private(set) var isDetached = false
  /// Is told of the size of each transaction of the app, or of why it could not be kept.
  var onCommit: (Result<Int, any Error>) -> Void = { _ in }

  /// A copy as its file has it; a new one if there is none.
  ///
  /// - Throws: `DamagedFile`, or why the file can't be read.
  init(_ key: Key, file: URL, _ files: DeviceFiles, clock: @escaping () -> Timestamp) throws {
    self.key = key
    self.file = file
    self.files = files
    self.clock = clock
    stored =
      try files.read(file).map { try StoredRealm($0) } ?? StoredRealm(prefix: UUID().uuidString)
  }

  /// Whether all of it is at the server.
  var isUploaded: Bool { stored.pending.isEmpty }

  /// Whether it is open anywhere.
  var isOpen: Bool { openCount > 0 }

  /// Opens it with the classes of an app, once more if it is open.
  ///
  /// - Throws: `incompatibleSchema`; what the schema has against itself; what the disk has against it.
  func open(_ types: [ObjectSchema]) throws -> Realm {
    if let realm {
      guard types.map(\.signature) == realm.configuration.objectTypes.map(\.signature) else {
        throw SyncError(.incompatibleSchema, "\(key.path) is open with other classes")
      }
      openCount += 1
      return realm
    }
    var extended = stored
    try extended.extend(by: types)
    var configuration = Realm.Configuration(objectTypes: types, user: User(id: key.identity.text))
    configuration.observerFactories = [Attachment(local: self)]
    let realm = try Realm(configuration: configuration)
    stored = extended
    try save()
    makeMappings(realm.schema)
    keyless = KeylessObjects(prefix: stored.prefix, count: stored.nameCount)
    try show(stored.deliveries, in: realm)
    self.realm = realm
    openCount = 1
    return realm
  }

  /// One of its users does not need it any more.
  ///
  /// - Returns: whether it is then open nowhere.
  func close() -> Bool {
    openCount -= 1
    if openCount == 0 { realm = nil }
    return openCount == 0
  }

  /// Its file is gone, or about to go: those who have it open can read what is there, and write nothing.
  func detach() {
    isDetached = true
    openCount = 0
    realm = nil
  }

  private func makeMappings(_ app: Schema) {
    appToFile = SchemaMapping(from: app, to: stored.store.schema)
    fileToApp = SchemaMapping(from: stored.store.schema, to: app)
  }

  private func show(_ deliveries: [Delivery], in realm: Realm) throws {
    guard let fileToApp else { return }
    try realm.integrate(
      deliveries.compactMap(fileToApp.delivery),
      keyless: &keyless
    )
  }

  private func save() throws { try files.replace(file, with: stored.bytes) }
}

/// What a session does with it.
extension LocalRealm {
  /// Notes how the server calls it.
  func bind(as origin: Int) { stored.origin = origin }

  /// The first transactions are at the server.
  func didUpload(_ count: Int, _ mark: ServerRealm.Mark?) {
    stored.didUpload(count)
    stored.lastKnown = mark
  }

  /// Takes commits of the server.
  ///
  /// - Throws: `incompatibleSchema` if the classes of the server don't fit.
  func receive(
    _ commits: ArraySlice<ServerRealm.Commit>,
    of types: [ObjectSchema],
    _ stages: MobilePlatformStages
  ) throws {
    guard let last = commits.last else { return }
    try stored.extend(by: types)
    let mapping = SchemaMapping(from: try Schema(types), to: stored.store.schema)
    var latest: [DocumentID: Delivery] = [:]
    var order: [DocumentID] = []
    for effect in commits.flatMap(\.effects).compactMap(mapping.delivery) {
      if latest.updateValue(effect, forKey: effect.id) == nil { order.append(effect.id) }
    }
    let shown = stored.receive(stages.deliver(order.compactMap { latest[$0] }))
    stored.downloaded += commits.count
    stored.seenChanges = last.position
    let mark = ServerRealm.Mark(count: stored.downloaded, commit: last.number)
    if mark.count > stored.lastKnown?.count ?? 0 { stored.lastKnown = mark }
    if let realm {
      makeMappings(realm.schema)
      try show(shown, in: realm)
    }
  }

  /// Writes what was exchanged with the server.
  func saveExchange() throws { try save() }
}

extension LocalRealm: RealmObserver {
  /// Reads are not synchronized.
  func didEvaluateQuery(table: Int, objects: [Int64], foundNull: Bool, in realm: Realm) {}

  /// Reads are not synchronized.
  func didInstantiate(_ object: ObjectReference, by access: ObjectAccess, in realm: Realm) {}

  /// What is sent says what was done.
  var followsMutations: Bool { true }

  /// Keeps the transaction for the next synchronization.
  func didCommit(_ transaction: WriteTransaction) {
    guard let appToFile else { return }
    let changes = transaction.changes(deletionsAreFinal: true, keyless: &keyless)
      .compactMap(appToFile.change)
    if changes.isEmpty { return }
    guard !isDetached else {
      onCommit(
        .failure(SyncError(.clientInternal, "\(key.path) was deleted while it was open"))
      )
      return
    }
    stored.nameCount = keyless.count
    let commit = stored.commit(changes, at: clock())
    onCommit(.success(commit.size))
    do { try save() } catch { onCommit(.failure(error)) }
  }

  /// Attaches a copy to the realm that is opened on it.
  private struct Attachment: RealmObserverFactory {
    nonisolated(unsafe) let local: LocalRealm

    func makeObserver(for configuration: Realm.Configuration) throws -> any RealmObserver {
      unsafe local
    }
  }
}

extension ObjectSchema {
  /// What two declarations of one class have in common.
  fileprivate var signature: [String] {
    [name, primaryKey ?? "", "\(isEmbedded)"] + properties.flatMap { [$0.name, "\($0.type)"] }
  }
}
