public import Foundation
public import JSON
import ReferenceRealm

/// The events that a folder of event realms holds, whatever recorded them, for an export.
///
/// Documents are read one at a time, so that memory does not grow with the trail.
public struct StoredTrail {
  private let directory: String
  /// The partitions, as paths below the directory, in the order of their bytes.
  public let partitions: [String]

  /// Finds the partitions below a folder.
  ///
  /// - Throws: `eventRealmUnavailable` if there is no such folder, no partition in it, or one that is being written or
  ///   can't be read.
  public init(directory: URL) throws(EventError) {
    var path = directory.path(percentEncoded: false)
    while path.count > 1 && path.hasSuffix("/") { path.removeLast() }
    self.directory = path
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue
    else { throw EventError.unavailable("there is no folder \(path)") }
    let all = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    partitions = all.filter { Self.id($0) != nil }.sorted {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
    guard !partitions.isEmpty else {
      throw EventError.unavailable("there is no partition of an event realm in \(path)")
    }
    for partition in partitions { try read(partition) { _ in } }
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
    guard let lock = try PartitionLock.acquire(lockPath) else {
      throw EventError.unavailable(
        "the partition \(path) is being written: close the event realm first"
      )
    }
    let file = PartitionFile(id: id, folder: folder, lock: lock, isCurrent: false)
    defer {
      // Only what holds events is left in the folder.
      unlink(lockPath)
      file.release()
    }
    try PartitionReader.readUnused(file, body)
  }

  private static func id(_ path: String) -> ObjectId? {
    let name = path.split(separator: "/").last ?? ""
    guard name.hasSuffix(".sqlite") else { return nil }
    return ObjectId(String(name.dropLast(".sqlite".utf8.count)))
  }
}
