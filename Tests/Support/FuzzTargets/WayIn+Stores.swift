import Foundation
import TouchstoneCommand

extension WayIn {
  /// What the reference keeps on disk.
  static let stores: [WayIn] = [
    WayIn("export", .store) { folder in
      let bytes = try folder.bytes()
      let store = folder.file("store")
      try? FileManager.default.removeItem(atPath: store)
      try FileManager.default.createDirectory(atPath: store, withIntermediateDirectories: true)
      var length = 0
      for byte in bytes.prefix(4).reversed() { length = length << 8 | Int(byte) }
      let files = bytes.dropFirst(4)
      let partition = "store/6b04f078b09559f0916b6309.sqlite"
      try folder.put(files.prefix(length), as: partition)
      if files.count > length { try folder.put(files.dropFirst(length), as: partition + "-wal") }
      try TouchstoneCommand.carryOut(["export", store])
    }
  ]
}
