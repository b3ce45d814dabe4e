package import Foundation
public import JSON
public import ReferenceRealm
import Synchronization

/// The server side of event realms, as far as they can tell it apart from a real one: the `AuditEvent` collection with
/// its schema, users, and a link that fails on demand.
///
/// Any number of event realms may share one, on any thread. What is changed here never comes back to them.
public final class EventServer: Sendable {
  private struct State {
    var documents: [AuditEvent] = []
    /// Every id that ever arrived: a document that was sent again is not taken twice, not even if it was deleted.
    var known: Set<ObjectId> = []
    var schema: CollectionFields
    var link = UploadLink()
    var loggedOut: Set<String> = []
    var removed: Set<String> = []
    /// Told of everything that may let an upload go on.
    var listeners: [Int: @Sendable (_ hasNewSchema: Bool) -> Void] = [:]
    var listenerCount = 0

    func isBarred(_ user: User) -> Bool {
      removed.contains(user.id) || loggedOut.contains(user.id)
    }
  }

  private let state: Mutex<State>
  private let ledger: ArrivalLedger?

  /// - Parameter schema: what the collection takes, in the form of ``Events/collectionSchema``; nil is development
  ///   mode, in which the collection and its schema are made from what arrives.
  public init(schema: JSON? = nil) {
    state = Mutex(State(schema: CollectionFields(schema)))
    ledger = nil
  }

  /// A server in development mode that also keeps a list of what arrived in a file, and so survives its process.
  ///
  /// - Parameter ledger: the file, a line for each document: its id, partition and activity. A line that was not
  ///   finished counts as not arrived.
  /// - Throws: an error if the file can't be read or written.
  package init(ledger: URL) throws {
    let (ledger, known) = try ArrivalLedger.open(ledger)
    var state = State(schema: CollectionFields(nil))
    state.known = known
    self.state = Mutex(state)
    self.ledger = ledger
  }

  // MARK: The collection

  /// The documents in the order of their arrival.
  public func documents() -> [AuditEvent] { state.withLock { $0.documents } }

  /// The schema of the collection: the given one, or what was inferred from the documents so far.
  public var collectionSchema: JSON { state.withLock { $0.schema.json } }

  /// Replaces the schema; uploads that were refused for the old one are tried again.
  public func setSchema(_ schema: JSON) {
    change(isSchema: true) { $0.schema = CollectionFields(schema) }
  }

  /// Keeps the schema as it was inferred so far.
  public func endDevelopmentMode() { change { $0.schema.isInferred = false } }

  /// Removes a document from the collection, as anyone with access to it can.
  ///
  /// - Returns: whether it was there.
  @discardableResult
  public func delete(_ id: ObjectId) -> Bool {
    state.withLock { state in
      let count = state.documents.count
      state.documents.removeAll { $0.id == id }
      return state.documents.count < count
    }
  }

  /// Replaces the document with the same id.
  ///
  /// - Returns: whether there is one.
  @discardableResult
  public func replace(_ document: AuditEvent) -> Bool {
    state.withLock { state in
      guard let index = state.documents.firstIndex(where: { $0.id == document.id }) else {
        return false
      }
      state.documents[index] = document
      return true
    }
  }

  // MARK: Users

  /// Ends the session of a user: events are kept on the device until the next login.
  public func logOut(_ user: User) { change { $0.loggedOut.insert(user.id) } }

  /// Begins a session of a user; everybody has one at first.
  ///
  /// Who was removed is there again.
  public func logIn(_ user: User) {
    change { state in
      state.loggedOut.remove(user.id)
      state.removed.remove(user.id)
    }
  }

  /// Removes a user: no event realm can be opened for them until they log in anew.
  public func remove(_ user: User) { change { $0.removed.insert(user.id) } }

  /// Whether the user was removed.
  public func isRemoved(_ user: User) -> Bool { state.withLock { $0.removed.contains(user.id) } }

  // MARK: The link

  /// Cuts the link, also in the middle of a transfer.
  public func goOffline() { change { $0.link.isOffline = true } }

  /// Restores the link.
  public func goOnline() { change { $0.link.isOffline = false } }

  /// Whether the link is not cut.
  public var isOnline: Bool { state.withLock { !$0.link.isOffline } }

  /// Makes each document take this long from now on; zero is the default.
  public func slowDown(perDocument delay: Duration) { state.withLock { $0.link.delay = delay } }

  /// Makes the next transfers fail, one after the other; afterwards the link works again.
  public func failTransfers(_ failures: [TransferFailure]) {
    change { $0.link.failures.append(contentsOf: failures) }
  }

  /// Cuts the link as soon as so many new documents have arrived, before the last of them is acknowledged.
  public func breakLink(afterDocuments count: Int) {
    change { $0.link.documentsUntilBreak = count }
  }

  private func change(isSchema: Bool = false, _ body: (inout sending State) -> Void) {
    let listeners = state.withLock { state in
      body(&state)
      return Array(state.listeners.values)
    }
    for listener in listeners { listener(isSchema) }
  }
}

// What event realms use.
extension EventServer {
  func addListener(_ listener: @escaping @Sendable (_ hasNewSchema: Bool) -> Void) -> Int {
    state.withLock { state in
      state.listenerCount += 1
      state.listeners[state.listenerCount] = listener
      return state.listenerCount
    }
  }

  func removeListener(_ id: Int) { state.withLock { $0.listeners[id] = nil } }

  /// Whether anything of this user would get through just now.
  func isReachable(by user: User?) -> Bool {
    state.withLock { state in
      !state.link.isOffline && user.map { !state.isBarred($0) } ?? true
    }
  }

  /// Takes documents one after the other, in order.
  ///
  /// A failure leaves those that had arrived, and the sender without an acknowledgement for any.
  func receive(
    _ documents: [AuditEvent],
    activityField: String,
    from user: User?,
    isStopped: () -> Bool
  ) throws(TransferError) {
    let failure = try state.withLock { state throws(TransferError) -> TransferFailure? in
      if state.link.isOffline { throw .interrupted }
      if let user, state.isBarred(user) { throw .noSession }
      return state.link.failures.isEmpty ? nil : state.link.failures.removeFirst()
    }
    for (count, document) in documents.enumerated() {
      if case .afterDocuments(count) = failure { throw .interrupted }
      if isStopped() { throw .interrupted }
      let delay = try state.withLock { state throws(TransferError) -> Duration in
        if state.link.isOffline { throw .interrupted }
        if state.known.contains(document.id) { return .zero }
        if state.link.documentsUntilBreak == 0 { throw state.link.breakOff() }
        try state.schema.admit(document, activityField: activityField)
        ledger?.add(document)
        state.known.insert(document.id)
        state.documents.append(document)
        if let count = state.link.documentsUntilBreak {
          state.link.documentsUntilBreak = count - 1
          if count == 1 { throw state.link.breakOff() }
        }
        return state.link.delay
      }
      if delay > .zero { Thread.sleep(forTimeInterval: delay / .seconds(1)) }
    }
    if failure != nil { throw .interrupted }
  }
}

/// How a transfer is made to fail.
public enum TransferFailure: Sendable, Hashable {
  /// So many documents arrive; or all, if the transfer has no more.
  case afterDocuments(Int)
  /// Everything arrives, but the device never hears of it.
  case beforeAcknowledgement
}

/// Why a transfer was not acknowledged.
enum TransferError: Error {
  /// The link was cut, or broke.
  case interrupted
  /// The user is logged out or was removed.
  case noSession
  /// A document does not fit the schema, which no repetition changes.
  case refused(String)
}

/// How well the link works.
struct UploadLink {
  var isOffline = false
  var delay = Duration.zero
  var failures: [TransferFailure] = []
  /// How many documents still arrive before it is cut.
  var documentsUntilBreak: Int?

  mutating func breakOff() -> TransferError {
    isOffline = true
    documentsUntilBreak = nil
    return .interrupted
  }
}
