import JSON
import ReferenceRealm
import SystemSQLite

/// Events of one partition on their way to the server.
struct UploadBatch: Sendable {
  /// How much is sent at once; a single larger event is sent alone.
  static let byteLimit = 1 << 20
  static let countLimit = 200

  let file: PartitionFile
  let events: [AuditEvent]
  /// How the edition that stored them calls the activity.
  let activityField: String
  /// The number of the last one in the partition.
  let last: Int
}

/// Reads the events of a partition back, each checked, and notes how many of them are acknowledged.
final class PartitionReader {
  /// An event with its place in the partition.
  typealias Numbered = (number: Int, event: AuditEvent)

  let file: PartitionFile
  private let database: SQLiteConnection
  private(set) var header: PartitionHeader

  /// - Throws: an error if it can't be opened, or is not a partition.
  convenience init(_ file: PartitionFile) throws {
    try self.init(file, PartitionDatabase.open(file, synchronous: "NORMAL"))
  }

  /// Reads it by a connection to it, or to a copy of it.
  init(_ file: PartitionFile, _ database: SQLiteConnection) throws {
    self.file = file
    self.database = database
    header = try PartitionDatabase.header(database)
  }

  func close() throws { try database.close() }

  /// Reads a partition for as long as the body runs.
  static func read(_ file: PartitionFile, _ body: (PartitionReader) throws -> Void) throws {
    let reader = try PartitionReader(file)
    defer { try? reader.close() }
    try body(reader)
  }

  /// Reads a partition that is not in use, and refuses it if not all of it can be read.
  static func readUnused(
    _ file: PartitionFile,
    _ body: (PartitionReader) throws -> Void
  ) throws(EventError) {
    try file.refuseDamagedLog()
    do {
      try read(file) { reader in
        try reader.verifyPages()
        try body(reader)
      }
    } catch { throw file.unreadable(error) }
  }

  /// How many events there are.
  func count() throws -> Int {
    let last = try database.number("SELECT max(\"\(PartitionDatabase.order)\") FROM AuditEvent")
    return Int(last ?? 0)
  }

  /// How large it is.
  func byteCount() throws -> Int {
    let pages = try database.number("PRAGMA page_count") ?? 0
    return try Int(pages * (database.number("PRAGMA page_size") ?? 0))
  }

  /// Makes sure that its pages fit together: a page that lost its last rows reads like one that never had them.
  ///
  /// - Throws: an error that says what does not fit.
  func verifyPages() throws {
    let problem = try database.text("PRAGMA quick_check(1)")
    guard problem == "ok" else {
      throw EventError.unavailable(problem ?? "it can't be checked")
    }
  }

  /// Looks at all of it.
  ///
  /// - Throws: an error if anything is not as it was written.
  func verify() throws {
    try verifyPages()
    var count = 0
    try forEachEvent(after: 0) { _ in
      count += 1
      return true
    }
    guard (0...count).contains(header.acknowledged) else {
      throw EventError.unavailable("it lacks events that were acknowledged")
    }
  }

  /// Calls the body with the events after that number, in order, until it returns false.
  ///
  /// - Throws: an error if one is not as it was written.
  func forEachEvent(after number: Int, _ body: (Numbered) throws -> Bool) throws {
    let order = SQLiteConnection.quoted(PartitionDatabase.order)
    let row = try database.prepare(
      "SELECT * FROM AuditEvent WHERE \(order) > ? ORDER BY \(order)"
    )
    try row.bind(Int64(number), at: 1)
    defer { row.reset() }
    // Metadata may get columns while the file is open: which there are is known once the statement runs.
    var keys: [String]?
    let partition = "\(header.pool.prefix)-\(file.id)"
    var number = number
    while try row.step() {
      number += 1
      let known = try keys ?? metadataKeys(row.columnNames)
      keys = known
      let event = try row.event(metadataKeys: known)
      guard row.number(0) == number, let event, event.partition == partition else {
        throw EventError.unavailable("event \(number) is not as it was written")
      }
      if try !body((number, event)) { break }
    }
  }

  /// The keys of the columns that metadata has.
  private func metadataKeys(_ columns: [String]) throws(EventError) -> [String] {
    let fields = [
      PartitionDatabase.order, "_id", "_partition", header.activityField, "timestamp", "event",
      "data", PartitionDatabase.check, PartitionDatabase.more,
    ]
    guard columns.starts(with: fields) else {
      throw EventError.unavailable("its columns are not those of events")
    }
    return columns.dropFirst(fields.count).map(MetadataColumn.key)
  }

  /// The events after that number, as many as are sent at once.
  ///
  /// - Throws: an error if one can't be read, or there are none.
  func batch(after number: Int) throws -> UploadBatch {
    var events: [AuditEvent] = []
    var bytes = 0
    try forEachEvent(after: number) { _, event in
      events.append(event)
      bytes += (event.data?.utf8.count ?? 0) + (event.compressedData?.count ?? 0)
      return bytes < UploadBatch.byteLimit && events.count < UploadBatch.countLimit
    }
    if events.isEmpty { throw EventError.missingAtEnd }
    return UploadBatch(
      file: file,
      events: events,
      activityField: header.activityField,
      last: number + events.count
    )
  }

  /// Notes that all events up to that number are acknowledged.
  func acknowledge(upTo number: Int) throws {
    header.acknowledged = number
    try header.update(database)
    file.update { $0.acknowledged = max($0.acknowledged, number) }
  }
}

extension SQLiteStatement {
  /// The event of this row; nil if it is not as it was written.
  fileprivate func event(metadataKeys: [String]) throws -> AuditEvent? {
    guard let hex = text(1), let id = ObjectId(hex), let partition = text(2),
      let activity = text(3)
    else { return nil }
    var event = AuditEvent(
      id: id,
      partition: partition,
      activity: activity,
      timestamp: Timestamp(milliseconds: number(4)),
      event: text(5),
      data: nil,
      metadata: [:]
    )
    for (index, key) in metadataKeys.enumerated() {
      guard let value = text(Int32(9 + index)) else { continue }
      event.metadata.entries.append(EventMetadata.Entry(key: key, value: value))
    }
    if let more = bytes(8) {
      for (key, value) in try JSON(parsing: more).object ?? [:] {
        guard let value = value.string else { return nil }
        event.metadata.entries.append(EventMetadata.Entry(key: key, value: value))
      }
    }
    var checksum = EventLabels(activity: activity, metadata: event.metadata).checksum
    checksum.add(Array(hex.utf8))
    checksum.add(event.timestamp.milliseconds)
    checksum.add(event.event)
    let isText = storage(6) != .blob
    unsafe withBytes(6) { unsafe checksum.add($0, isText: isText) }
    guard number(7) == checksum.stored else { return nil }
    if isText {
      event.data = text(6)
    } else {
      event.compressedData = bytes(6)
    }
    return event
  }
}

extension EventError {
  /// A partition holds fewer events than were written to it.
  static let missingAtEnd = EventError.unavailable("events are missing at its end")
}
