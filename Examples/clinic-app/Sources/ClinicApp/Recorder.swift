public import Foundation
public import GRDB

/// Records what is read and changed, as events of an audit trail.
///
/// SQLite tells which rows a transaction has changed. What they were before, the recorder remembers itself.
public final class Recorder: TransactionObserver, @unchecked Sendable {
  /// An event of the trail.
  public struct Event: Sendable {
    public let id: String
    public let partition: String
    public let activity: String
    public let kind: String
    public let data: String
    public let date: Date
    public let user: String
  }

  /// A row, by its table and number.
  private struct RowName: Hashable {
    let table: String
    let number: Int64
  }

  // GRDB calls an observer on the queue of the writer alone, and the lock is for those who ask for events.
  private let lock = NSLock()
  private let user: String
  private let partition = "clinic-" + Recorder.digits(24)
  private var recorded: [Event] = []
  private var currentActivity = "start"
  /// The rows as the last transaction left them.
  private var known: [RowName: [String: Payload]] = [:]
  /// The rows that the open transaction has changed.
  private var changed: Set<RowName> = []

  public init(user: String) { self.user = user }

  /// What the user is doing.
  public var activity: String {
    get { lock.withLock { currentActivity } }
    set { lock.withLock { currentActivity = newValue } }
  }

  /// The events so far.
  public var events: [Event] { lock.withLock { recorded } }

  // MARK: Writes

  public func observes(eventsOfKind kind: DatabaseEventKind) -> Bool {
    AuditTable.all[kind.tableName] != nil
  }

  public func databaseDidChange(with event: DatabaseEvent) {
    lock.withLock { _ = changed.insert(RowName(table: event.tableName, number: event.rowID)) }
  }

  public func databaseDidCommit(_ db: Database) {
    let rows = lock.withLock {
      defer { changed = [] }
      return changed
    }
    var changes: [String: [String: [Payload]]] = [:]
    for name in rows.sorted(by: { ($0.table, $0.number) < ($1.table, $1.number) }) {
      guard let table = AuditTable.all[name.table] else { continue }
      let before = known[name]
      let row = try? Row.fetchOne(
        db,
        sql: "SELECT * FROM \(name.table) WHERE rowid = ?",
        arguments: [name.number]
      )
      let after = row.map(table.object)
      known[name] = after
      switch (before, after) {
      case (nil, let after?):
        changes[table.className, default: [:]]["insertions", default: []].append(.object(after))
      case (let before?, nil):
        changes[table.className, default: [:]]["deletions", default: []].append(.object(before))
      case (let before?, let after?):
        let new = after.filter { before[$0.key] != $0.value }
        changes[table.className, default: [:]]["modifications", default: []].append(
          .object(["oldValue": .object(before), "newValue": .object(new)])
        )
      case (nil, nil): break
      }
    }
    guard !changes.isEmpty else { return }
    record("write", .object(changes.mapValues { .object($0.mapValues { .list($0) }) }))
  }

  public func databaseDidRollback(_ db: Database) { lock.withLock { changed = [] } }

  // MARK: Reads

  /// Records that patients were shown, with the doctors that their links lead to as keys.
  public func read(_ patients: [Patient], _ db: Database) throws -> [Patient] {
    guard let table = AuditTable.all["patient"], !patients.isEmpty else { return patients }
    let objects = try patients.map { patient in
      Payload.object(table.object(Row(try patient.databaseDictionary)))
    }
    record("read", .object(["type": .text(table.className), "value": .list(objects)]))
    return patients
  }

  private func record(_ kind: String, _ payload: Payload) {
    lock.withLock {
      let event = Event(
        id: Self.digits(24),
        partition: partition,
        activity: currentActivity,
        kind: kind,
        data: payload.json,
        date: Date(),
        user: user
      )
      recorded.append(event)
    }
  }

  private static func digits(_ count: Int) -> String {
    String((0..<count).map { _ in "0123456789abcdef".randomElement() ?? "0" })
  }
}
