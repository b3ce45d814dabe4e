import JSON
import ReferenceEvents
import ReferenceRealm
import Touchstone

/// Steps of class `event-realm`.
extension CaseSession {
  /// How long an upload may take that nothing stands in the way of.
  private static let longestUpload = Duration.seconds(30)

  func storeEvents(_ kind: EventRealmStep, _ step: StepArguments) throws -> JSON {
    guard let device else { throw Unsupported(reason: "step \(kind.rawValue)") }
    switch kind {
    case .goOffline: device.changeServers { $0.goOffline() }
    case .goOnline: device.changeServers { $0.goOnline() }
    case .failUploads:
      for server in device.allServers { server.breakLink(afterDocuments: try step(.after)) }
    case .waitForUploads: try waitForUploads(device)
    case .partitions: return .array(try events().partitions().compactMap(Self.description))
    case .restart: try restart(device, .object(step[.events] ?? [:]))
    case .serverEvents:
      return .array(try server(device).documents().map { $0.document(in: edition) })
    case .serverSchema:
      let schema = try server(device).collectionSchema
      return schema.object?.isEmpty == true ? .null : schema
    case .changeOnServer: try change(on: server(device), step)
    case .logOut: device.changeServers { [user = user(step)] in $0.logOut(user) }
    case .logIn: device.changeServers { [user = user(step)] in $0.logIn(user) }
    case .removeUser: device.changeServers { [user = user(step)] in $0.remove(user) }
    case .errors: return .array(device.errors.all.map(JSON.string))
    }
    return .null
  }

  private func server(_ device: Device) throws -> EventServer {
    try device.server(of: ConfigurationDecoding.app(of: program))
  }

  private func user(_ step: StepArguments) -> User {
    User(id: step[.user] ?? ConfigurationDecoding.userId)
  }

  private static func description(of partition: EventPartition) -> JSON? {
    if partition.eventCount == 0 { return nil }
    let state: JSON =
      switch partition.state {
      case .open: "writing"
      case .uploading: "uploading"
      case .closed: "closed"
      }
    return [
      "partition": .string(partition.partition), "events": .int(Int64(partition.eventCount)),
      "state": state,
    ]
  }

  private func waitForUploads(_ device: Device) throws {
    let events = try events()
    let server = try server(device)
    let user = realm.configuration.eventConfiguration?.syncUser ?? realm.configuration.user
    let deadline = ContinuousClock.now + Self.longestUpload
    while !events.waitForUploads(timeout: .milliseconds(20)) {
      let isHopeless =
        !server.isReachable(by: user) || device.errors.hasFatal
        || ContinuousClock.now > deadline
      // What was on its way may have been acknowledged meanwhile.
      if isHopeless, !events.waitForUploads(timeout: .zero) {
        throw StepError(
          code: "upload-failed",
          message: "not all events of the pool can be uploaded now"
        )
      }
    }
  }

  /// Ends the process without warning, as far as events can tell, and starts it again.
  private func restart(_ device: Device, _ changes: JSON) throws {
    if realm.isInWriteTransaction {
      throw StepError.malformed("a restart stands in no transaction")
    }
    handles = [:]
    realm.events?.abandon()
    device.errors.beginRun()
    let former = try server(device)
    program.configuration = ConfigurationDecoding.changing(program.configuration, events: changes)
    // It may be that of another app, and a break may still be awaited, or have been.
    try server(device).takeOver(linkOf: former)
    realm = try Realm(
      reopening: realm,
      configuration: ConfigurationDecoding.realm(
        program,
        clock: clock.eventClock,
        pipeline: pipeline(),
        device: device,
        folder: folder
      )
    )
  }

  private func change(on server: EventServer, _ step: StepArguments) throws {
    let activity = try step(.activity)
    let fields = step[.fields]
    for document in server.documents() where document.activity == activity {
      guard let fields else {
        server.delete(document.id)
        continue
      }
      var changed = document
      for (key, value) in fields { changed.set(key, to: value.string ?? "") }
      server.replace(changed)
    }
  }

  /// Every event that is stored anywhere: in a collection, or on the device alone.
  func storedEvents(_ device: Device) throws -> [AuditEvent] {
    // Events move from the device to a server, so a look in this order misses none.
    let onDevice = try device.pools.flatMap { pool in
      if pool.key == ConfigurationDecoding.pool(of: program) { return try events().trail() }
      let other = try Realm(configuration: pool.configuration)
      defer { other.events?.close() }
      return try other.events?.trail() ?? []
    }
    let byId = Dictionary(onDevice.map { ($0.id, $0) }) { first, _ in first }
    let arrived = device.allServers.flatMap { $0.documents() }
    let known = Set(arrived.map(\.id))
    return arrived.map { byId[$0.id] ?? $0 } + onDevice.filter { !known.contains($0.id) }
  }
}

extension AuditEvent {
  /// Changes a field that holds a text.
  fileprivate mutating func set(_ field: String, to text: String) {
    switch field {
    case "activity", "scope": activity = text
    case "event": event = text
    case "data": data = text
    default:
      metadata.entries.removeAll { $0.key == field }
      metadata.entries.append(EventMetadata.Entry(key: field, value: text))
    }
  }
}
