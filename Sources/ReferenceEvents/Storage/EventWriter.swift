import Dispatch
import Foundation
import Logging
import ReferenceRealm
import Synchronization

/// Persists scopes and custom events one after the other in the background, and tells their
/// completions in the order of the calls.
///
/// The recording thread never waits for the disk.
///
/// Which file events go to is decided here alone: partitions and their upload attach to this type.
final class EventWriter: Sendable {
  private struct State {
    var eventRealm: EventRealm?
    var temporaryDirectory: URL?
    var isClosed = false
  }

  private let queue = DispatchQueue(label: "touchstone.events")
  /// Touched on the queue only; the lock tells the compiler so.
  private let state = Mutex(State())
  private let edition: Edition
  private let prefix: String
  private let directory: URL?
  private let server: EventServer?
  private let user: User?
  private let logger: Logger?
  private let errorHandler: (@Sendable (EventError) -> Void)?

  init(configuration: EventConfiguration) {
    edition = configuration.edition
    prefix = configuration.partitionPrefix
    directory = configuration.directory
    server = configuration.server
    user = configuration.syncUser
    logger = configuration.logger
    errorHandler = configuration.errorHandler
  }

  deinit { state.withLock { Self.close(&$0) } }

  /// Persists the events of a scope, all or none.
  func persist(_ scope: FinishedScope, completion: EventCompletion?) {
    enqueue(completion) { [edition] store in
      try ScopeSerializer.forEachEvent(of: scope, edition: edition, store)
    }
  }

  /// Persists a custom event.
  func persist(_ event: PendingEvent, completion: EventCompletion?) {
    enqueue(completion) { store in try store(event) }
  }

  /// The whole trail, read back from disk after everything that waits was persisted.
  func trail() throws(EventError) -> [AuditEvent] {
    let result = queue.sync {
      state.withLock { state in Result { try state.eventRealm?.events() ?? [] } }
    }
    do { return try result.get() } catch { throw Self.eventError(error) }
  }

  func partitions() throws(EventError) -> [EventPartition] {
    let events = try trail()
    guard let first = events.first else { return [] }
    return [
      EventPartition(
        partition: first.partition,
        eventCount: events.count,
        acknowledgedCount: 0,
        byteCount: events.reduce(0) { $0 + ($1.data?.utf8.count ?? 0) },
        state: .open
      )
    ]
  }

  func waitForUploads(timeout: Duration) -> Bool {
    guard let server, let events = try? trail() else { return false }
    let deadline = ContinuousClock.now + timeout
    while ContinuousClock.now < deadline {
      do {
        try server.receive(events, activityField: edition.activityField, from: user)
        return true
      } catch {
        Thread.sleep(forTimeInterval: 0.01)
      }
    }
    return false
  }

  func abandon() { close() }

  func close() {
    queue.sync { state.withLock { Self.close(&$0) } }
  }

  private func enqueue(
    _ completion: EventCompletion?,
    _ body: @escaping @Sendable ((PendingEvent) throws -> Void) throws -> Void
  ) {
    queue.async { [self] in
      let failure = state.withLock { state -> EventError? in
        do {
          try open(&state).append(body)
          return nil
        } catch {
          if !edition.representation.failureSparesOthers { Self.close(&state) }
          return Self.eventError(error)
        }
      }
      if let failure {
        logger?.error("events were not persisted", metadata: ["error": "\(failure.code.rawValue)"])
        if completion == nil { errorHandler?(failure) }
      }
      completion?(failure)
    }
  }

  /// The event realm, opened by the first that needs it.
  private func open(_ state: inout State) throws -> EventRealm {
    if let eventRealm = state.eventRealm { return eventRealm }
    if state.isClosed {
      throw EventError(.eventRealmUnavailable, "the event realm was closed")
    }
    var directory = directory
    if directory == nil {
      directory = FileManager.default.temporaryDirectory.appending(
        path: "touchstone-\(ProcessInfo.processInfo.processIdentifier)-\(UUID().uuidString)"
      )
      state.temporaryDirectory = directory
    }
    guard let directory else {
      throw EventError(.eventRealmUnavailable, "there is no folder for the event realm")
    }
    let eventRealm = try EventRealm(
      directory: directory,
      prefix: prefix,
      edition: edition,
      isTemporary: state.temporaryDirectory != nil
    )
    state.eventRealm = eventRealm
    return eventRealm
  }

  private static func close(_ state: inout State) {
    state.isClosed = true
    // Nothing is lost if closing fails: every commit is on disk already.
    try? state.eventRealm?.close()
    state.eventRealm = nil
    if let directory = state.temporaryDirectory {
      try? FileManager.default.removeItem(at: directory)
    }
    state.temporaryDirectory = nil
  }

  private static func eventError(_ error: any Error) -> EventError {
    error as? EventError
      ?? EventError(.eventRealmUnavailable, "the event realm can't be used: \(error)")
  }
}
