import Foundation
import ReferenceEvents
import ReferenceRealm
import Synchronization
import Testing

/// A folder for event realms, what is recorded into it, and what was told on the way.
///
/// Goes with the test.
final class EventStore {
  let folder: URL
  let errors = Errors()

  /// The errors that an error handler was told.
  final class Errors: Sendable {
    private let all = Mutex<[EventError]>([])
    func add(_ error: EventError) { all.withLock { $0.append(error) } }
    var list: [EventError] { all.withLock { $0 } }
  }

  init() {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "touchstone-tests-\(UUID().uuidString)")
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Begins to record into the folder, as a program does that starts.
  func open(
    user: String? = "u",
    app: String = "app",
    prefix: String = "events",
    server: EventServer? = nil,
    upload: UploadStage? = nil,
    maxPartitionBytes: Int = 256 << 20,
    metadata: EventMetadata = [:],
    edition: Edition = .edition2023
  ) throws -> Events {
    var configuration = Realm.Configuration()
    configuration.user = user.map { User(id: $0) }
    configuration.objectTypes = [
      ObjectSchema("Note", primaryKey: "_id", properties: ["_id": "int", "text": "string?"])
    ]
    var events = EventConfiguration(
      metadata: metadata,
      partitionPrefix: prefix,
      errorHandler: errors.add,
      directory: folder,
      app: app,
      maxPartitionBytes: maxPartitionBytes,
      server: server,
      edition: edition
    )
    if let upload { events.pipeline.upload = upload }
    configuration.eventConfiguration = events
    return try #require(try Realm(configuration: configuration).events)
  }

  /// The files below the folder whose names end so.
  func files(_ ending: String = ".sqlite") -> [String] {
    let all = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path())) ?? []
    return all.filter { $0.hasSuffix(ending) }.sorted()
  }

  func url(_ file: String) -> URL { folder.appending(path: file) }
}

extension Events {
  /// Records custom events and waits until they are on disk.
  func record(_ activities: String..., data: String? = nil) throws {
    for activity in activities { try record(activity, data: data) }
  }

  func record(_ activity: String, data: String?) throws {
    if let error = outcome(activity, data: data) { throw error }
  }

  /// What the completion of a custom event is told.
  func outcome(_ activity: String, data: String? = nil) -> EventError? {
    let result = Mutex<EventError?>(nil)
    let done = DispatchSemaphore(value: 0)
    recordEvent(activity: activity, data: data) { error in
      result.withLock { $0 = error }
      done.signal()
    }
    done.wait()
    return result.withLock { $0 }
  }
}

extension [AuditEvent] {
  /// The activities, for a look at the order.
  var activities: [String] { map(\.activity) }
}

/// Whether long tests run at their full length.
let isSoak = ProcessInfo.processInfo.environment["TOUCHSTONE_SOAK"] != nil
