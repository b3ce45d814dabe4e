public import Foundation
public import ReferenceRealm

/// How the events of a realm are recorded.
///
/// ```swift
/// var configuration = Realm.Configuration(objectTypes: [person], user: User(id: "anthony"))
/// configuration.eventConfiguration = EventConfiguration(metadata: ["username": "Jason Bourne"])
/// let realm = try Realm(configuration: configuration)
/// ```
///
/// A realm that is opened with one has `events`.
public struct EventConfiguration: Sendable {
  /// Stored with every event of the scopes that begin later.
  public var metadata: EventMetadata
  /// The user that syncs the event realm; nil means the user of the realm.
  public var syncUser: User?
  /// What the partition of every event begins with.
  public var partitionPrefix: String
  /// Where failures are logged; nil means nowhere.
  public var logger: EventLogger?
  /// Is told of errors that reach no completion.
  ///
  /// Without it a fatal sync error, which is one that the server answers events with, ends the process.
  public var errorHandler: (@Sendable (EventError) -> Void)?
  /// The folder that holds event realms, in folders of their own for each app, user and prefix; nil means a temporary
  /// one that goes with the realm.
  public var directory: URL?
  /// Whether events stay in memory and go with the realm: nothing is written to a disk, and nothing uploaded.
  package var isInMemory = false
  /// Which app the user belongs to: events of one are never uploaded by another.
  public var app: String
  /// From which size on, in bytes, a partition is closed before the next scope.
  ///
  /// A partition that waits for its upload holds a file descriptor: where there are no more, completions have an error.
  /// What former runs left is taken over only as far as some remain.
  public var maxPartitionBytes: Int
  /// Where events are uploaded to; nil means that they stay.
  public var server: EventServer?
  /// What time it is.
  public var clock: EventClock
  /// How events are recorded, stage by stage.
  package var pipeline: Pipeline

  /// Without parameters: recording with defaults.
  public init(
    metadata: EventMetadata = [:],
    syncUser: User? = nil,
    partitionPrefix: String = "events",
    logger: EventLogger? = nil,
    errorHandler: (@Sendable (EventError) -> Void)? = nil,
    directory: URL? = nil,
    app: String = "app",
    maxPartitionBytes: Int = 256 << 20,
    server: EventServer? = nil,
    clock: EventClock = .system,
    edition: Edition = .edition2023
  ) {
    self.metadata = metadata
    self.syncUser = syncUser
    self.partitionPrefix = partitionPrefix
    self.logger = logger
    self.errorHandler = errorHandler
    self.directory = directory
    self.app = app
    self.maxPartitionBytes = maxPartitionBytes
    self.server = server
    self.clock = clock
    pipeline = Pipeline(edition)
  }
}

extension EventConfiguration {
  /// The rules to record by.
  public var edition: Edition {
    get { pipeline.edition }
    set { pipeline = Pipeline(newValue) }
  }
}

extension Realm.Configuration {
  /// Setting it enables the recording of events.
  public var eventConfiguration: EventConfiguration? {
    get { observerFactories.lazy.compactMap { $0 as? EventConfiguration }.first }
    set {
      observerFactories.removeAll { $0 is EventConfiguration }
      if let newValue { observerFactories.append(newValue) }
    }
  }
}
