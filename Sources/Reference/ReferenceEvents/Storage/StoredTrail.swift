public import Foundation
public import JSON
import ReferenceRealm
import SystemSQLite

/// The events that a folder of event realms holds, whatever recorded them, for an export.
///
/// ```swift
/// let trail = try StoredTrail(directory: folder)
/// try trail.forEachDocument { print($0) }
/// ```
///
/// Documents are read one at a time, so that memory does not grow with the trail. Nothing is written to the partitions.
/// Beside them a lock is taken where that is possible, so that they can be read from a read-only medium too, and removed unless it
/// was there.
public struct StoredTrail {
  private let directory: String
  /// The partitions, as paths below the directory, in the order of their bytes.
  public let partitions: [String]
  /// Why events may be missing that were recorded, a sentence each.
  public private(set) var losses: [String] = []

  /// Finds the partitions below a folder.
  ///
  /// - Throws: `eventRealmUnavailable` if there is no such folder, no partition in it, or one that is being written or
  ///   can't be read.
  public init(directory: URL) throws(EventError) {
    var path = directory.path(percentEncoded: false)
    while path.count > 1 && path.hasSuffix("/") { path.removeLast() }
    self.directory = path
    var isFolder: ObjCBool = false
    guard unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder),
      isFolder.boolValue
    else { throw EventError.unavailable("there is no folder \(path)") }
    let all = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    partitions = all.filter { Self.id($0) != nil }.sorted {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
    guard !partitions.isEmpty else {
      throw EventError.unavailable("there is no partition of an event realm in \(path)")
    }
    for partition in partitions {
      var loss: String?
      try read(partition) { loss = try Self.loss(in: $0) }
      if let loss { losses.append("events may be missing from \(path)/\(partition): \(loss)") }
    }
  }

  /// What tells that a partition once had more events than it has.
  private static func loss(in reader: PartitionReader) throws -> String? {
    if let loss = try WriteAheadLog.loss(of: reader.file.path) { return loss }
    let (count, acknowledged) = (try reader.count(), reader.header.acknowledged)
    if count < acknowledged {
      return "it has \(count) events, and \(acknowledged) were acknowledged"
    }
    // A partition is begun for an event.
    return count == 0
      ? "it has no event, as if it had been copied without its log, or its process had ended at once"
      : nil
  }

  /// Calls the body with each stored document in relaxed Extended JSON, partition by partition, in the order of commits.
  ///
  /// - Throws: `eventRealmUnavailable` if a partition can't be read, or what the body throws.
  public func forEachDocument(_ body: (JSON) throws -> Void) throws {
    var failure: (any Error)?
    for partition in partitions {
      try read(partition) { reader in
        try reader.forEachEvent(after: 0) { _, event in
          do { try body(event.document(activityField: reader.header.activityField)) } catch {
            failure = error
          }
          return failure == nil
        }
      }
      if let failure { throw failure }
    }
  }

  /// Locks a partition while it is read, so that it is neither written nor deleted.
  private func read(_ partition: String, _ body: (PartitionReader) throws -> Void)
    throws(EventError)
  {
    guard let id = Self.id(partition) else { return }
    let path = "\(directory)/\(partition)"
    let folder = String(path.dropLast("/\(id).sqlite".utf8.count))
    let lockPath = PartitionFile.path(id, "lock", in: folder)
    let wasThere = FileManager.default.fileExists(atPath: lockPath)
    guard let lock = try PartitionLock.acquire(lockPath, reading: path) else {
      throw EventError.unavailable(
        "the partition \(path) is being written: close the event realm first"
      )
    }
    let file = PartitionFile(id: id, folder: folder, lock: lock, isCurrent: false)
    defer {
      // The folder is left as it was.
      if !wasThere { unsafe unlink(lockPath) }
      file.release()
    }
    try file.refuseDamagedLog()
    do {
      try Self.withUntouched(file) { database in
        let reader = try PartitionReader(file, database)
        defer { try? reader.close() }
        try reader.verifyPages()
        try body(reader)
      }
    } catch { throw file.unreadable(error) }
  }

  /// Opens a partition so that it stays as it is: SQLite takes a log over when it reads it, and therefore gets a copy of
  /// both.
  private static func withUntouched(
    _ file: PartitionFile,
    _ body: (SQLiteConnection) throws -> Void
  ) throws {
    let (size, log) = (Self.size(file.path), Self.size(file.logPath))
    func distrusted(_ database: SQLiteConnection) throws -> SQLiteConnection {
      try database.distrust(bytes: size + log)
      return database
    }
    guard log > 0 else { return try body(distrusted(SQLiteConnection(file.path, .immutable))) }
    let copy = FileManager.default.temporaryDirectory.appending(path: "touchstone-\(UUID())")
    try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: copy) }
    for ending in ["", "-wal"] {
      let bytes = try Data(contentsOf: URL(filePath: file.path + ending), options: .alwaysMapped)
      try bytes.write(to: copy.appending(path: "copy" + ending))
    }
    let path = copy.appending(path: "copy").path(percentEncoded: false)
    try body(distrusted(SQLiteConnection(path, .writing)))
  }

  /// How many bytes a file has; none if it is not there.
  private static func size(_ path: String) -> Int {
    let size = try? FileManager.default.attributesOfItem(atPath: path)[.size]
    return (size as? NSNumber)?.intValue ?? 0
  }

  private static func id(_ path: String) -> ObjectId? {
    let name = path.split(separator: "/").last ?? ""
    guard name.hasSuffix(".sqlite") else { return nil }
    return ObjectId(String(name.dropLast(".sqlite".utf8.count)))
  }
}
