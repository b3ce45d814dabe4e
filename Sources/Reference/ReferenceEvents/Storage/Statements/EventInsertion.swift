import JSON
import ReferenceRealm
import SystemSQLite

/// The statement that adds events to a partition, for as long as their metadata has the same keys.
///
/// What all events of a scope have in common is bound once.
struct EventInsertion {
  /// The fields that every event has, in the order of their places; metadata follows.
  private static let event: Int32 = 5
  private static let data: Int32 = 6
  private static let metadata: Int32 = 8

  private let statement: SQLiteStatement
  /// Whether an entry of metadata has a column of its own; those that do not share one.
  private let hasColumn: [Bool]
  /// What is bound.
  private(set) var labels: EventLabels
  private var name: String?

  /// Prepares the statement for events with these labels.
  ///
  /// - Parameters:
  ///   - labels: what the first ones have in common.
  ///   - columns: for each entry of metadata its column, if it has one.
  ///   - partition: the name of the partition.
  ///   - activityField: the column of the activity.
  ///   - database: the partition.
  /// - Throws: an error of SQLite.
  init(
    _ labels: EventLabels,
    columns: [String?],
    partition: String,
    activityField: String,
    in database: SQLiteConnection
  ) throws {
    var names = ["_id", "_partition", activityField, "timestamp", "event", "data"]
    names.append(PartitionDatabase.check)
    names += columns.compactMap(\.self)
    if columns.contains(nil) { names.append(PartitionDatabase.more) }
    statement = try database.prepare(
      """
      INSERT INTO AuditEvent (\(names.map(SQLiteConnection.quoted).joined(separator: ", ")))
      VALUES (\(names.map { _ in "?" }.joined(separator: ", ")))
      """
    )
    hasColumn = columns.map { $0 != nil }
    self.labels = labels
    try statement.bind(partition, at: 2)
    try bind(labels)
  }

  /// Whether it can add events with these labels.
  func fits(_ other: EventLabels) -> Bool {
    labels.metadata.entries.elementsEqual(other.metadata.entries) {
      $0.key.hasSameBytes(as: $1.key)
    }
  }

  /// Binds what the next events have in common.
  mutating func bind(_ labels: EventLabels) throws {
    self.labels = labels
    try statement.bind(labels.activity, at: 3)
    var place = Self.metadata
    var more: JSONObject = [:]
    for (entry, hasColumn) in zip(labels.metadata.entries, hasColumn) {
      guard hasColumn else {
        more[entry.key] = .string(entry.value)
        continue
      }
      try statement.bind(entry.value, at: place)
      place += 1
    }
    if more.isEmpty { return }
    var bytes: [UInt8] = []
    JSON.object(more).write(into: &bytes)
    try statement.bind(text: bytes, at: place)
  }

  /// Adds an event.
  mutating func run(_ event: PendingEvent) throws {
    let isSame = event.event.flatMap { name?.hasSameBytes(as: $0) } ?? false
    if !isSame {
      try statement.bind(event.event, at: Self.event)
      name = event.event
    }
    var id: [UInt8] = []
    id.reserveCapacity(24)
    ObjectId().write(into: &id)
    try statement.bind(text: id, at: 1)
    try statement.bind(event.timestamp.milliseconds, at: 4)
    var checksum = event.labels.checksum
    checksum.add(id)
    checksum.add(event.timestamp.milliseconds)
    checksum.add(event.event)
    try unsafe (event.data?.bytes).withOptionalBytes { bytes in
      let isText = if case .deflated = event.data { false } else { true }
      unsafe checksum.add(bytes, isText: isText)
      defer {
        // The bytes do not outlive this.
        try? statement.bind(nil as Int64?, at: Self.data)
      }
      try unsafe statement.bind(lasting: bytes, isText: isText, at: Self.data)
      try statement.bind(checksum.stored, at: 7)
      try statement.run()
    }
  }
}

extension [UInt8]? {
  /// The bytes for the time of the call; nil if there are none.
  fileprivate func withOptionalBytes(_ body: (UnsafeRawBufferPointer?) throws -> Void) throws {
    guard let self else { return try body(nil) }
    try unsafe self.withUnsafeBytes { try unsafe body($0) }
  }
}
