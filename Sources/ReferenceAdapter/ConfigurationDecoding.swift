import JSON
import ReferenceEvents
import ReferenceRealm
import ReferenceSync
import Touchstone

/// Reads how a case wants its realm to be opened.
enum ConfigurationDecoding {
  /// - Throws: `Unsupported` for a key that the reference does not know.
  static func realm(_ program: CaseProgram, clock: EventClock, edition: Edition) throws
    -> Realm.Configuration
  {
    let configuration = program.configuration.object ?? [:]
    for key in configuration.keys
    where !["sync", "partitionValue", "events", "representations", "flexibleSync"].contains(key) {
      throw Unsupported(reason: "configuration key \(key)")
    }
    let representations = try Representation.all(configuration["representations"])
    let user = User(id: "user")
    var result: Realm.Configuration
    switch configuration["sync"]?.string ?? "partition" {
    case "partition":
      result = user.configuration(partitionValue: configuration["partitionValue"]?.string ?? "")
    case "flexible":
      result = user.flexibleSyncConfiguration()
      if let flexible = configuration["flexibleSync"] {
        result.observerFactories = [try FlexibleSyncDecoding.configuration(flexible)]
      }
    case "none": result = Realm.Configuration()
    case let other: throw Unsupported(reason: "sync \(other)")
    }
    result.objectTypes = try SchemaDecoding.objectTypes(
      program.schema,
      representations: representations
    )
    result.eventConfiguration = try events(
      configuration["events"] ?? [:],
      clock: clock,
      edition: edition
    )
    return result
  }

  private static func events(_ json: JSON, clock: EventClock, edition: Edition) throws
    -> EventConfiguration?
  {
    if json.isNull { return nil }
    var configuration = EventConfiguration(clock: clock, edition: edition)
    for (key, value) in json.object ?? [:] {
      switch (key, value) {
      case ("metadata", _): configuration.metadata = try metadata(value)
      case ("partitionPrefix", .string(let prefix)): configuration.partitionPrefix = prefix
      case ("syncUser", .string(let id)): configuration.syncUser = User(id: id)
      case ("syncUser", .null): configuration.syncUser = nil
      // Completions tell of every failure to persist: a handler only hears of what has none.
      case ("errorHandler", .bool(let isSet)): if isSet { configuration.errorHandler = ignore }
      default: throw Unsupported(reason: "event configuration key \(key)")
      }
    }
    return configuration
  }

  /// An error handler that is only there.
  private static func ignore(_ error: EventError) {}

  /// Metadata as an object, or as pairs where a key is to be given twice.
  static func metadata(_ json: JSON) throws -> EventMetadata {
    switch json {
    case .object(let members):
      return EventMetadata(try members.map { try entry($0, $1) })
    case .array(let pairs):
      return EventMetadata(
        try pairs.map { pair in
          guard pair.array?.count == 2, let key = pair[0]?.string, let value = pair[1] else {
            throw StepError.malformed("metadata pairs are [key, value]")
          }
          return try entry(key, value)
        }
      )
    default: throw StepError.malformed("metadata is an object of strings")
    }
  }

  private static func entry(_ key: String, _ value: JSON) throws -> EventMetadata.Entry {
    guard let text = value.string else { throw StepError.malformed("metadata \(key) is no string") }
    return EventMetadata.Entry(key: key, value: text)
  }
}
