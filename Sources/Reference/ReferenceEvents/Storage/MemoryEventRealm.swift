import ReferenceRealm
import Synchronization

/// Keeps the events of one realm in memory, for as long as it is open: what does not look at files need not wait for any.
///
/// Jobs take the same queue as those that go to a disk.
final class MemoryEventRealm: EventStorage {
  private let errors: ErrorReporter
  private let store: Store
  private let queue: WriteQueue

  init(configuration: EventConfiguration) {
    errors = ErrorReporter(configuration: configuration)
    store = Store(prefix: configuration.partitionPrefix)
    queue = WriteQueue(committer: store, configuration: configuration)
  }

  deinit { close() }

  func openNow() throws(EventError) { if store.isClosed { throw .closed } }

  func persist(isEmpty: Bool, completion: EventCompletion?, events: @escaping WriteJob.Events) {
    let job = WriteJob(isEmpty: isEmpty, realm: self, events: events, completion: completion)
    // Another thread is not worth its wake-up where nothing waits for a disk.
    queue.add(job, isStoredAtOnce: true)
  }

  func trail() throws(EventError) -> [AuditEvent] {
    defer { errors.flush() }
    return queue.afterDraining { store.events }
  }

  func partitions() throws(EventError) -> [EventPartition] {
    let events = try trail()
    guard let first = events.first else { return [] }
    let bytes = events.reduce(0) { $0 + ($1.data?.utf8.count ?? $1.compressedData?.count ?? 0) }
    return [
      EventPartition(
        partition: first.partition,
        eventCount: events.count,
        acknowledgedCount: 0,
        byteCount: bytes,
        state: .open
      )
    ]
  }

  /// Always false: events in memory are not uploaded.
  func waitForUploads(timeout: Duration) -> Bool { false }

  func close() { end(isAbandoned: false) }

  func abandon() { end(isAbandoned: true) }

  private func end(isAbandoned: Bool) {
    guard queue.close(isAbandoned: isAbandoned) else { return }
    store.close()
    errors.flush()
  }
}

/// The events of one partition.
private final class Store: JobCommitter {
  private struct State {
    var events: [AuditEvent] = []
    var isClosed = false
  }

  private let partition: String
  private let state = Mutex(State())

  init(prefix: String) { partition = "\(prefix)-\(ObjectId())" }

  var events: [AuditEvent] { state.withLock { $0.events } }

  var isClosed: Bool { state.withLock { $0.isClosed } }

  func close() { state.withLock { $0.isClosed = true } }

  func commit(_ jobs: [WriteJob]) -> [EventError?] { jobs.map(commit) }

  private func commit(_ job: WriteJob) -> EventError? {
    var new: [AuditEvent] = []
    do { try job.events { new.append(AuditEvent($0, in: partition)) } } catch {
      return EventError(wrapping: error)
    }
    state.withLock { [new] in $0.events += new }
    return nil
  }

  func completionsHaveRun() {}
}

extension AuditEvent {
  /// The event as it is stored.
  fileprivate init(_ event: PendingEvent, in partition: String) {
    self.init(
      id: ObjectId(),
      partition: partition,
      activity: event.labels.activity,
      timestamp: event.timestamp,
      event: event.event,
      metadata: event.labels.metadata
    )
    switch event.data {
    case .text(let bytes)?: data = String(decoding: bytes, as: UTF8.self)
    case .deflated(let bytes)?: compressedData = bytes
    case nil: break
    }
  }
}
