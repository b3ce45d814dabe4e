import JSON
import ReferenceRealm
import ReferenceSync
import Touchstone

/// Steps of class `flexible-sync`.
extension CaseSession {
  func perform(_ kind: FlexibleSyncStep) throws -> JSON {
    guard let session = realm.flexibleSyncSession else {
      throw Unsupported(reason: "step \(kind.rawValue)")
    }
    switch kind {
    case .synchronize:
      let infos = try session.synchronize(realm)
      return .array(
        try infos.map { info in
          [
            "objectType": .string(info.objectType),
            "primaryKey": try ExtendedJSON.encode(info.primaryKey, in: realm.current),
            "reason": .string(info.reason),
          ]
        }
      )
    case .clientLog: return .array(session.clientLog.map(JSON.string))
    case .serverLog: return .array(session.serverLog.map(Self.serverLogEntry))
    case .errorOutput:
      return .array(session.compensatingWrites.flatMap(\.sampleOutput).map(JSON.string))
    }
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
