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
  static let observing = Violation<
    @Sendable (Operation, inout Recording, _ right: Observe) -> Recorded?
  > { observe in
    stages { pipeline in
      let right = pipeline.observe
      pipeline.observe = { operation, recording in observe(operation, &recording, right) }
    }
  }

  /// The reference that takes no notice of some operations.
  static let ignoring = Violation<@Sendable (Operation) -> Bool> { isIgnored in
    observing { operation, recording, right in
      isIgnored(operation) ? nil : right(operation, &recording)
    }
  }

  /// The reference that does not take objects for read that an application gets in some way.
  static let notReading = Violation<@Sendable (ObjectAccess) -> Bool> { isIgnored in
    ignoring { if case .object(_, let access, _) = $0 { isIgnored(access) } else { false } }
  }

  /// The reference that notes what happens only in some of the scopes in progress.
  static let noting = Violation<@Sendable (Operation, [ScopeLog]) -> ArraySlice<ScopeLog>> {
    receivers in
    observing { operation, recording, right in
      switch operation {
      case .query, .object, .transaction:
        let scopes = recording.scopes
        let noting = receivers(operation, recording.scopesInOrder)
        recording.scopes = Dictionary(uniqueKeysWithValues: noting.map { ($0.id, $0) })
        defer { recording.scopes.merge(scopes) { noted, _ in noted } }
        return right(operation, &recording)
      default: return right(operation, &recording)
      }
    }
  }

  /// The reference that does something of its own before it takes an operation in.
  static let beforehand = Violation<@Sendable (Operation, inout Recording) -> Void> { act in
    observing { operation, recording, right in
      act(operation, &recording)
      return right(operation, &recording)
    }
  }

  /// The reference that changes the log of a scope when it is committed.
  static let changingScopes = Violation<@Sendable (inout ScopeLog, Recording) -> Void> { change in
    observing { operation, recording, right in
      right(operation, &recording).mapScope { change(&$0, recording) }
    }
  }

  /// The reference that takes some operations for reads that are none.
  static let reading = Violation<@Sendable (Operation) -> Bool> { isRead in
    beforehand { operation, recording in
      if isRead(operation) { recording.noteRead(operation) }
    }
  }
}

extension ScopeLog {
  /// Gives all that happened in it that time.
  mutating func stamp(_ time: Timestamp) { entries = entries.map { $0.with(time: time) } }
}

extension Recording {
  /// The logs of the scopes in progress, in the order of their beginning.
  var scopesInOrder: [ScopeLog] { scopes.values.sorted { $0.id < $1.id } }

  /// Takes back what was noted last.
  mutating func forgetLast() {
    changeScopes { _ = $0.entries.popLast() }
  }
}

extension Recorded? {
  /// A scope as it was changed; anything else as it is.
  func mapScope(_ body: (inout ScopeLog) -> Void) -> Recorded? {
    guard case .scope(var scope) = self else { return self }
    body(&scope)
    return .scope(scope)
  }
}

extension LogEntry {
  /// The read of an object; nil for anything else.
  var objectRead: ObjectRead? { if case .object(let read) = self { read } else { nil } }
  /// Whether it is the result of a query.
  var isQuery: Bool { if case .query = self { true } else { false } }

  /// The same at another time, and if it is a read at another version.
  func with(time: Timestamp? = nil, version: Int? = nil) -> LogEntry {
    switch self {
    case .query(var read):
      (read.time, read.version) = (time ?? read.time, version ?? read.version)
      return .query(read)
    case .object(var read):
      (read.time, read.version) = (time ?? read.time, version ?? read.version)
      return .object(read)
    case .write(let transaction, let former): return .write(transaction, time: time ?? former)
    }
  }
}

extension Operation {
  /// Whether it is a query that found nothing.
  var isEmptyQuery: Bool {
    if case .query(_, let objects, _, _) = self { objects.isEmpty } else { false }
  }

  /// Whether an embedded object is taken hold of.
  var isOfEmbeddedObject: Bool {
    if case .object(let object, _, let realm) = self {
      realm.schema.tables[object.table].isEmbedded
    } else {
      false
    }
  }
}
