import Foundation
import SystemSQLite

/// What every connection to the SQLite file of a partition agrees on: a row an event, a column a field, and one row
/// that says whose events they are and how many are acknowledged.
enum PartitionDatabase {
  /// The column that counts the events from 1.
  ///
  /// No metadata key's column can have this name, or one of the next two, as `%` is followed by two digits there.
  static let order = "%order"
  /// The column of the event's checksum.
  static let check = "%check"
  /// The column of the metadata that has no columns of its own: a JSON object.
  static let more = "%more"
  /// How many keys of metadata get a column; SQLite takes 2000 columns at most.
  static let metadataColumnLimit = 1000
  /// What a file says it is: `Tchs`, and the version of its layout.
  private static let application: Int64 = 0x5463_6873
  private static let version: Int64 = 1

  /// Makes the file of a new partition.
  ///
  /// It appears under its name once it is whole, so that an empty file never is one of ours.
  ///
  /// - Throws: an error of the file system or of SQLite.
  static func create(
    at file: PartitionFile,
    for pool: PoolIdentity,
    activityField: String,
    isTemporary: Bool
  ) throws {
    let path = PartitionFile.path(file.id, "new", in: file.folder)
    let database = try SQLiteConnection(path, .creating)
    // Nothing counts before it has its name: the disk is waited for once.
    try database.execute("PRAGMA synchronous = OFF")
    try database.execute("PRAGMA application_id = \(application)")
    try database.execute("PRAGMA user_version = \(version)")
    try database.transaction {
      try database.execute(
        """
        CREATE TABLE AuditEvent (
          "\(order)" INTEGER PRIMARY KEY, _id TEXT NOT NULL, _partition TEXT NOT NULL,
          \(activityField) TEXT NOT NULL, timestamp INTEGER NOT NULL, event TEXT, data TEXT,
          "\(check)" INTEGER NOT NULL, "\(more)" TEXT);
        CREATE TABLE Partition (
          app BLOB NOT NULL, user BLOB, prefix BLOB NOT NULL, activityField TEXT NOT NULL,
          acknowledged INTEGER NOT NULL, "\(check)" INTEGER NOT NULL);
        """
      )
      let header = PartitionHeader(pool: pool, activityField: activityField)
      try header.insert(into: database)
    }
    try database.execute("PRAGMA journal_mode = WAL")
    try database.close()
    if !isTemporary { try Self.synchronize(path) }
    guard unsafe rename(path, file.path) == 0 else {
      throw EventError.fileSystem("the partition \(file.path) can't be named", errno)
    }
    if !isTemporary { try Self.synchronize(file.folder) }
  }

  /// Opens the file of a partition that is there.
  ///
  /// - Parameters:
  ///   - file: which one.
  ///   - synchronous: `FULL` waits for the disk at each commit; `NORMAL` only keeps the file whole.
  /// - Returns: a connection.
  /// - Throws: an error of the file system or of SQLite.
  static func open(_ file: PartitionFile, synchronous: String) throws -> SQLiteConnection {
    // What else keeps it from opening a file SQLite says itself.
    guard unsafe access(file.path, F_OK) == 0 || errno != ENOENT else {
      throw EventError.fileSystem("the partition \(file.path) can't be opened", ENOENT)
    }
    // Two connections of this process share a file: the one that writes events and the one that notes what was
    // acknowledged, which takes no time.
    let database = try SQLiteConnection(file.path, .writing, patience: 10_000)
    try database.execute("PRAGMA synchronous = \(synchronous)")
    return database
  }

  /// Reads whose partition it is.
  ///
  /// - Throws: an error if it is not a partition, or one of a layout that this version does not know.
  static func header(_ database: SQLiteConnection) throws -> PartitionHeader {
    let application = try database.number("PRAGMA application_id")
    let version = try database.number("PRAGMA user_version")
    guard application == Self.application else {
      throw EventError.unavailable("it is not an event realm")
    }
    guard version == Self.version else {
      throw EventError.unavailable("its layout has version \(version ?? 0)")
    }
    return try PartitionHeader(database)
  }

  /// Waits until a file, or the names in a folder, are on disk.
  static func synchronize(_ path: String) throws(EventError) {
    let descriptor = unsafe Foundation.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .fileSystem("\(path) can't be opened", errno) }
    defer { close(descriptor) }
    // Some file systems do not synchronize folders, and need not.
    if fsync(descriptor) != 0 && errno != EINVAL {
      throw .fileSystem("\(path) can't be synchronized", errno)
    }
  }
}
