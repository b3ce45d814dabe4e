import Foundation
public import JSON

/// Records what is read from and written to a store, for every scope that is active.
public struct Recorder {
  /// An event as it is stored.
  public struct Event: Sendable {
    /// What the user was doing.
    public var activity: String
    /// `read`, `write`, or whatever the application calls its event.
    public var event: String?
    /// The payload.
    public var data: String?
    /// Further fields.
    public var metadata: JSONObject
    /// When it happened.
    public var date: Date
  }

  /// An activity in progress, with what was recorded for it so far.
  private struct Scope {
    let activity: String
    let metadata: JSONObject
    var events: [Event] = []
    var lastRead: LastRead?
  }

  /// The object that a scope read last: reading it again tells nothing new.
  private struct LastRead: Equatable {
    var type: String
    var number: Int
  }

  /// All events that are persisted, in the order of their commits.
  public private(set) var trail: [Event] = []
  /// Fields that are added to events.
  ///
  /// Scopes keep what was current when they began.
  public var metadata: JSONObject = [:]
  /// Active scopes by the number that stands for them.
  private var scopes: [Int: Scope] = [:]
  private var scopeCount = 0

  /// A recorder that has recorded nothing.
  public init() {}

  // MARK: Scopes

  /// Begins a scope, and gives the number that stands for it.
  public mutating func begin(activity: String) -> Int {
    scopeCount += 1
    scopes[scopeCount] = Scope(activity: activity, metadata: metadata)
    return scopeCount
  }

  /// Ends a scope and persists its events.
  ///
  /// False if it is not active.
  public mutating func commit(_ number: Int) -> Bool {
    guard let scope = scopes.removeValue(forKey: number) else { return false }
    trail += scope.events
    return true
  }

  /// Ends a scope and forgets its events.
  ///
  /// False if it is not active.
  public mutating func cancel(_ number: Int) -> Bool { scopes.removeValue(forKey: number) != nil }

  // MARK: Events

  /// Records that an object was read.
  public mutating func didRead(_ type: String, _ row: Store.Row) {
    let read = LastRead(type: type, number: row.number)
    for number in scopes.keys where scopes[number]?.lastRead != read {
      scopes[number]?.lastRead = read
      record("read", ["type": .string(type), "value": [.object(row.values)]], in: number)
    }
  }

  /// Records what a transaction changed.
  ///
  /// Here is the mistake that the suite finds: `lastRead` should be forgotten, because after a transaction even the
  /// same object is a new one to its reader.
  public mutating func didWrite(from old: Store, to new: Store) {
    let changes = Changes(from: old, to: new)
    guard !changes.isEmpty else { return }
    for number in scopes.keys { record("write", changes.json, in: number) }
  }

  /// Records an event of the application's own, independent of scopes.
  public mutating func record(activity: String, event: String?, data: String?) {
    trail.append(
      Event(activity: activity, event: event, data: data, metadata: metadata, date: Date())
    )
  }

  private mutating func record(_ event: String, _ payload: JSON, in number: Int) {
    guard let scope = scopes[number] else { return }
    scopes[number]?.events.append(
      Event(
        activity: scope.activity,
        event: event,
        data: payload.text(),
        metadata: scope.metadata,
        date: Date()
      )
    )
  }
}
