import Foundation
import ReferenceRealm
import Synchronization

/// The partitions of one user, prefix and app that are ours, oldest first.
///
/// Several event realms may have the same folder, in this process or another: each has the partitions that it holds
/// the lock of.
final class PartitionPool: Sendable {
  let identity: PoolIdentity
  let folder: String
  /// What is removed with the pool, if the configuration names no folder.
  private let temporaryFolder: String?
  private let files = Mutex<[PartitionFile]>([])
  /// The name that sorts last of those that the folder held first and those begun since.
  private let latest = Mutex<ObjectId?>(nil)

  /// The pool of a configuration, in its folder or one of its own.
  init(_ configuration: EventConfiguration) {
    identity = PoolIdentity(
      app: configuration.app,
      user: configuration.syncUser?.id,
      prefix: configuration.partitionPrefix
    )
    var base: String
    if let directory = configuration.directory {
      base = directory.path(percentEncoded: false)
      temporaryFolder = nil
    } else {
      let name = "touchstone-\(ProcessInfo.processInfo.processIdentifier)-\(UUID().uuidString)"
      base = FileManager.default.temporaryDirectory.appending(path: name)
        .path(percentEncoded: false)
      temporaryFolder = base
    }
    while base.hasSuffix("/") { base.removeLast() }
    folder = "\(base)/\(identity.path)"
  }

  /// Whether nothing of it is to stay, so that waiting for the disk is unnecessary.
  var isTemporary: Bool { temporaryFolder != nil }

  /// Removes what a configuration without a folder has left.
  func removeTemporaryFolder() {
    if let temporaryFolder { try? FileManager.default.removeItem(atPath: temporaryFolder) }
  }

  /// Those that are ours, oldest first.
  var partitions: [PartitionFile] { files.withLock { $0.filter { !$0.state.isGone } } }

  func add(_ file: PartitionFile) {
    files.withLock { files in
      let place = files.lastIndex { $0.id < file.id }.map { $0 + 1 } ?? 0
      files.insert(file, at: place)
    }
  }

  func remove(_ file: PartitionFile) { files.withLock { $0.removeAll { $0 === file } } }

  /// Leaves all partitions to others.
  func releaseAll() {
    let files = files.withLock { files in
      defer { files = [] }
      return files
    }
    for file in files { file.release() }
  }

  /// Makes the folder, so that it stays.
  func prepareFolder() throws(EventError) {
    var missing: [String] = []
    var path = folder
    while !path.isEmpty, unsafe access(path, F_OK) != 0 {
      missing.append(path)
      path = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    }
    if missing.isEmpty { return }
    for name in missing.reversed() where unsafe mkdir(name, 0o777) != 0 && errno != EEXIST {
      throw EventError.fileSystem("the folder \(name) can't be made", errno)
    }
    if isTemporary { return }
    // The name of a folder stands in the one above.
    for name in [path.isEmpty ? "/" : path] + missing.dropFirst() {
      try PartitionDatabase.synchronize(name)
    }
  }

  /// Begins a partition that sorts after ours and after all that were there, whatever the clock says.
  ///
  /// - Throws: an error of the file system or of SQLite; nothing is left then.
  func begin(edition: Edition) throws -> PartitionFile {
    let file = try reserve()
    do {
      try PartitionDatabase.create(
        at: file,
        for: identity,
        activityField: edition.activityField,
        isTemporary: isTemporary
      )
    } catch {
      PartitionFile.removeRemains(of: file.id, in: folder)
      throw error
    }
    return file
  }

  /// Takes a name that is not in use.
  private func reserve() throws(EventError) -> PartitionFile {
    // Someone who looks for leftovers may hold the lock for a moment.
    for _ in 0..<100 {
      let id = nextId()
      if let lock = try PartitionLock.acquire(PartitionFile.path(id, "lock", in: folder)) {
        return PartitionFile(id: id, folder: folder, lock: lock, isCurrent: true)
      }
    }
    throw EventError.unavailable("no lock in \(folder) can be taken")
  }

  /// A name that sorts last.
  private func nextId() -> ObjectId {
    latest.withLock { latest in
      var id = ObjectId()
      if let last = latest ?? found(endings: ["sqlite", "lock"]).last, last >= id {
        id = ObjectId(
          seconds: last.seconds &+ 1,
          random: .random(in: 0..<1 << 40),
          counter: .random(in: 0..<1 << 24)
        )
      }
      latest = id
      return id
    }
  }

  /// Takes over a partition that is not locked.
  ///
  /// What was being made or deleted is removed on the way.
  /// - Returns: nil if it is locked, or does not exist.
  func takeOver(_ id: ObjectId) throws(EventError) -> PartitionFile? {
    if files.withLock({ $0.contains { $0.id == id } }) { return nil }
    guard let lock = try PartitionLock.acquire(PartitionFile.path(id, "lock", in: folder)) else {
      return nil
    }
    let file = PartitionFile(id: id, folder: folder, lock: lock, isCurrent: false)
    guard unsafe access(file.path, F_OK) == 0 else {
      PartitionFile.removeRemains(of: id, in: folder)
      return nil
    }
    return file
  }

  /// The ids of the partitions that the folder holds, locked or not, oldest first.
  func found(endings: Set<String> = ["sqlite", "lock", "new", "done"]) -> [ObjectId] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    var ids: Set<ObjectId> = []
    for name in names {
      let parts = name.split(separator: ".", omittingEmptySubsequences: false)
      guard parts.count == 2, endings.contains(String(parts[1])),
        let id = ObjectId(String(parts[0])), id.description == parts[0]
      else { continue }
      ids.insert(id)
    }
    return ids.sorted()
  }
}
