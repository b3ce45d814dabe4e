import Foundation
import Synchronization

extension DeviceFiles {
  /// Files that last as long as these closures: what goes with its case need not wait for a disk.
  package static func inMemory() -> DeviceFiles {
    let disk = MemoryDisk()
    var files = DeviceFiles()
    files.makeFolder = { _ in }
    files.write = { bytes, file in disk.change { $0[file.path(percentEncoded: false)] = bytes } }
    files.rename = { file, name in
      let isThere = disk.change { files in
        guard let bytes = files.removeValue(forKey: file.path(percentEncoded: false)) else {
          return false
        }
        files[name.path(percentEncoded: false)] = bytes
        return true
      }
      if !isThere { throw DiskError(name) }
    }
    files.remove = { file in disk.change { $0[file.path(percentEncoded: false)] = nil } }
    files.contents = { file in disk.change { $0[file.path(percentEncoded: false)] } ?? [] }
    files.exists = { file in disk.change { $0[file.path(percentEncoded: false)] != nil } }
    files.names = { folder in
      let path = folder.path(percentEncoded: false)
      let prefix = path.hasSuffix("/") ? path : path + "/"
      return disk.change { files in
        files.keys.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
          .filter { !$0.contains("/") }.sorted()
      }
    }
    return files
  }
}

/// What `DeviceFiles.inMemory` keeps, by path.
private final class MemoryDisk: Sendable {
  private let files = Mutex<[String: [UInt8]]>([:])

  func change<Result: Sendable>(_ body: (inout sending [String: [UInt8]]) -> Result) -> Result {
    files.withLock { body(&$0) }
  }
}
