import ReferenceEvents
import ReferenceRealm
import Synchronization

/// What a stage keeps in mind from one call to the next; a pipeline, and with it this, serves one opening of a realm.
final class Memory<Content: Sendable>: Sendable {
  private let content: Mutex<Content>

  init(_ content: Content) { self.content = Mutex(content) }

  func callAsFunction<Result: Sendable>(_ body: @Sendable (inout Content) -> Result) -> Result {
    content.withLock { body(&$0) }
  }
}

extension Violator {
  typealias Observe = @Sendable (Operation, inout Recording) -> Recorded?

  /// The reference that takes operations in otherwise, with what is right at hand.
  static let observing = Kind<@Sendable (Operation, inout Recording, _ right: Observe) -> Recorded?>
  { observe in
    stages { pipeline in
      let right = pipeline.observe
      pipeline.observe = { operation, recording in observe(operation, &recording, right) }
    }
  }

  /// The reference that takes no notice of some operations.
  static let ignoring = Kind<@Sendable (Operation) -> Bool> { isIgnored in
    observing { operation, recording, right in
      isIgnored(operation) ? nil : right(operation, &recording)
    }
  }

  /// The reference that does not take objects for read that an application gets in some way.
  static let notReading = Kind<@Sendable (ObjectAccess) -> Bool> { isIgnored in
    ignoring { if case .object(_, let access, _) = $0 { isIgnored(access) } else { false } }
  }

  /// The reference that notes what happens only in some of the scopes in progress.
  static let noting = Kind<@Sendable (Operation, [ScopeLog]) -> ArraySlice<ScopeLog>> { receivers in
    observing { operation, recording, right in
      switch operation {
      case .query, .object, .transaction:
        let scopes = recording.scopes
        defer { recording.scopes = scopes }
        recording.scopes = Array(receivers(operation, scopes))
        return right(operation, &recording)
      default: return right(operation, &recording)
      }
    }
  }

  /// The reference that does something of its own before it takes an operation in.
  static let beforehand = Kind<@Sendable (Operation, inout Recording) -> Void> { act in
    observing { operation, recording, right in
      act(operation, &recording)
      return right(operation, &recording)
    }
  }
}

extension FinishedScope {
  /// The scope with all that happened in it at that time.
  func stamped(_ time: Timestamp) -> FinishedScope {
    var scope = self
    scope.entries = entries.map { entry in
      switch entry {
      case .query(var read):
        read.time = time
        return .query(read)
      case .object(var read):
        read.time = time
        return .object(read)
      case .write(let transaction, _): return .write(transaction, time: time)
      }
    }
    return scope
  }
}

extension Recorded? {
  /// A scope as it was changed; anything else as it is.
  func mapScope(_ body: (FinishedScope) -> FinishedScope) -> Recorded? {
    if case .scope(let scope) = self { .scope(body(scope)) } else { self }
  }
}

extension Operation {
  /// The read of an object that this is, as the last version shows it; nil for anything else.
  func read(at clock: EventClock) -> ObjectRead? {
    guard case .object(let object, let access, let realm) = self else { return nil }
    let version = realm.committed.version
    return ObjectRead(time: clock.now, version: version, object: object, link: access.link)
  }

  /// The read that this is, as the open transaction shows it; nil for anything else.
  func uncommittedRead(at clock: EventClock) -> (LogEntry, Snapshot)? {
    switch self {
    case .query(let table, let objects, let realm):
      if objects.isEmpty { return nil }
      let version = realm.current.version
      let read = QueryRead(time: clock.now, version: version, table: table, objects: objects)
      return (.query(read), realm.current)
    case .object(let object, let access, let realm):
      if realm.schema.tables[object.table].isEmbedded { return nil }
      let version = realm.current.version
      let read = ObjectRead(time: clock.now, version: version, object: object, link: access.link)
      return (.object(read), realm.current)
    default: return nil
    }
  }
}

extension Recording {
  /// Notes a query that found nothing.
  func noteEmptyQuery(_ operation: Operation) {
    guard case .query(let table, let objects, let realm) = operation, objects.isEmpty else {
      return
    }
    let version = realm.committed.version
    let read = QueryRead(time: clock.now, version: version, table: table, objects: [])
    note(.query(read), at: realm.committed)
  }
}
