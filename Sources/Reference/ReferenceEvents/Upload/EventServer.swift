public import JSON
public import ReferenceRealm
import Synchronization

/// The server side of event realms, as far as they can tell it apart from a real one: the `AuditEvent` collection with
/// its schema, users, and a link that fails on demand.
///
/// ```swift
/// let server = EventServer()
/// var events = EventConfiguration()
/// events.server = server
/// server.goOffline()              // events stay on the device
/// server.goOnline()               // and are uploaded now
/// print(server.documents().count)
/// ```
///
/// Any number of event realms may share one, on any thread. What is changed here never comes back to them.
public final class EventServer: Sendable {
  private struct State {
    var documents: [AuditEvent] = []
    /// Every id that ever arrived: a document that was sent again is not taken twice, not even if it was deleted.
    var known: Set<ObjectId> = []
    var schema: CollectionFields
    var isOffline = false
    /// How many documents still arrive before the link is cut.
    var documentsUntilBreak: Int?
    var loggedOut: Set<String> = []
    var removed: Set<String> = []
    /// Told of everything that may let an upload go on.
    var listeners: [Int: @Sendable (_ hasNewSchema: Bool) -> Void] = [:]
    var listenerCount = 0

    func isBarred(_ user: User) -> Bool {
      removed.contains(user.id) || loggedOut.contains(user.id)
    }

    mutating func breakOff() -> TransferError {
      isOffline = true
      documentsUntilBreak = nil
      return .interrupted
    }
  }

  private let state: Mutex<State>

  /// - Parameter schema: what the collection takes, in the form of ``Events/collectionSchema``; nil is development
  ///   mode, in which the collection and its schema are made from what arrives.
  public init(schema: JSON? = nil) {
    state = Mutex(State(schema: CollectionFields(schema)))
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

  /// Begins a session of a user; every user has one at first.
  ///
  /// A user who was removed is there again.
  public func logIn(_ user: User) {
    change { state in
      state.loggedOut.remove(user.id)
      state.removed.remove(user.id)
    }
  }

  /// Removes a user: no event realm can be opened for them until they log in anew.
  public func remove(_ user: User) { change { $0.removed.insert(user.id) } }

  /// Whether the user was removed.
  func isRemoved(_ user: User) -> Bool { state.withLock { $0.removed.contains(user.id) } }

  // MARK: The link

  /// Cuts the link, also in the middle of a transfer.
  public func goOffline() { change { $0.isOffline = true } }

  /// Restores the link.
  public func goOnline() { change { $0.isOffline = false } }

  /// Cuts the link as soon as so many new documents have arrived, before the last of them is acknowledged.
  public func breakLink(afterDocuments count: Int) {
    change { $0.documentsUntilBreak = count }
  }

  /// Goes on with the link of another server: a device has one for the servers of all apps.
  package func takeOver(linkOf other: EventServer) {
    let (isOffline, count) = other.state.withLock { ($0.isOffline, $0.documentsUntilBreak) }
    change { state in
      state.isOffline = isOffline
      state.documentsUntilBreak = count
    }
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
  package func isReachable(by user: User?) -> Bool {
    state.withLock { state in
      !state.isOffline && user.map { !state.isBarred($0) } ?? true
    }
  }

  /// Takes a document, unless it arrived before.
  func receive(
    _ document: AuditEvent,
    activityField: String,
    from user: User?
  ) throws(TransferError) {
    try state.withLock { state throws(TransferError) in
      if state.isOffline { throw .interrupted }
      if let user, state.isBarred(user) { throw .noSession }
      if state.known.contains(document.id) { return }
      if state.documentsUntilBreak == 0 { throw state.breakOff() }
      try state.schema.admit(document, activityField: activityField)
      state.known.insert(document.id)
      state.documents.append(document)
      guard let count = state.documentsUntilBreak else { return }
      state.documentsUntilBreak = count - 1
      if count == 1 { throw state.breakOff() }
    }
  }
}
