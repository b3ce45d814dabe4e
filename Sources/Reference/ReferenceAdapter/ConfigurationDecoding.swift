import Foundation
import JSON
import ReferenceEvents
import ReferenceRealm
import Touchstone

/// Reads how a case wants its realm to be opened.
enum ConfigurationDecoding {
  /// The id of the user of the recorded realm.
  static let userId = "user"

  /// The app of the event realm; the one without a name has an empty one.
  static func app(of program: CaseProgram) -> String {
    program.configuration[.eventConfiguration]?[.app] ?? ""
  }

  /// What sets the pool of the event realm apart from others: its app, user and prefix.
  static func pool(of program: CaseProgram) -> [String] {
    let events = program.configuration[.eventConfiguration]
    return [app(of: program), events?[.syncUser] ?? userId, events?[.partitionPrefix] ?? "events"]
  }

  /// A configuration with keys of its event configuration replaced.
  static func changing(_ configuration: JSON, events changes: JSON) -> JSON {
    var members = configuration.object ?? [:]
    members["events"] = .object(
      (members["events"]?.object ?? [:]).merging(changes.object ?? [:])
    )
    return .object(members)
  }

  /// - Throws: `Unsupported` for a key that the reference does not know.
  static func realm(
    _ program: CaseProgram,
    clock: EventClock,
    pipeline: Pipeline,
    device: Device?,
    folder: URL?
  ) throws -> Realm.Configuration {
    let configuration = program.configuration
    try KeyTable.configuration.check(configuration, "configuration")
    let representations = try Representation.all(
      configuration[.representations] ?? [:],
      pipeline.edition
    )
    let user = User(id: userId)
    var result: Realm.Configuration
    switch configuration[.sync] ?? "partition" {
    case "partition":
      result = user.configuration(partitionValue: configuration[.partitionValue]?.string ?? "")
    case "flexible": result = user.flexibleSyncConfiguration()
    case "none": result = Realm.Configuration()
    case let other: throw Unsupported(reason: "sync \(other)")
    }
    result.countsEmptyChanges = pipeline.edition.listsEmptyChanges
    result.objectTypes = try SchemaDecoding.objectTypes(
      program.schema,
      representations: representations
    )
    var events = try events(
      configuration[.eventConfiguration] ?? [:],
      device,
      clock: clock,
      pipeline
    )
    events?.directory = folder
    // A case that looks neither at files nor at servers has none, unless they are to be kept for a look.
    events?.isInMemory = device == nil && folder == nil && !seesFiles(configuration)
    if let device {
      events?.directory = device.folder
      events?.app = app(of: program)
      events?.server = try device.server(of: app(of: program))
      result.errorHandler = { [errors = device.errors] error in
        if let error = error as? EventError { errors.add(error, isTold: true) }
      }
    }
    result.eventConfiguration = events
    device?.use(pool(of: program), result)
    return result
  }

  /// Whether what is stored depends on files: on their sizes.
  private static func seesFiles(_ configuration: JSON) -> Bool {
    configuration[.eventConfiguration]?[.maxPartitionBytes] != nil
  }

  private static func events(
    _ json: JSON,
    _ device: Device?,
    clock: EventClock,
    _ pipeline: Pipeline
  ) throws -> EventConfiguration? {
    if json.isNull { return nil }
    var configuration = EventConfiguration(clock: clock)
    configuration.pipeline = pipeline
    let isTold = json[.errorHandler] ?? false
    if let device {
      // Without any handler the process would end at a fatal error, and take other cases with it.
      if isTold || !pipeline.edition.tellsHandlerOfRealm {
        configuration.errorHandler = { [errors = device.errors] in errors.add($0, isTold: isTold) }
      }
    } else if isTold {
      // Completions tell of every failure to persist: a handler only hears of what has none.
      configuration.errorHandler = { _ in }
    }
    try KeyTable.eventConfiguration.check(json, "event configuration")
    if let pairs = json[.metadata] { configuration.metadata = try metadata(pairs) }
    if let prefix = json[.partitionPrefix] { configuration.partitionPrefix = prefix }
    configuration.syncUser = json[.syncUser].map(User.init(id:))
    if let bytes = json[.maxPartitionBytes] { configuration.maxPartitionBytes = bytes }
    return configuration
  }

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
    guard let text = value.string else {
      throw StepError.malformed("metadata \(key) is not a string")
    }
    return EventMetadata.Entry(key: key, value: text)
  }
}
