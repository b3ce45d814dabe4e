package import Foundation

/// What a device does with its disk, step by step: each can be replaced alone, by one that fails or ends the process.
package struct DeviceFiles: Sendable {
  /// Writes a file as a whole, and waits until it is on the disk.
  package var write: @Sendable (_ bytes: [UInt8], _ file: URL) throws -> Void = { bytes, file in
    try DeviceFiles.writeAll(bytes, to: file)
  }
  /// Gives a file another name, in place of what has it.
  package var rename: @Sendable (_ file: URL, _ name: URL) throws -> Void = { file, name in
    guard
      unsafe Foundation.rename(file.path(percentEncoded: false), name.path(percentEncoded: false))
        == 0
    else { throw DiskError(name) }
  }
  /// Removes a file.
  package var remove: @Sendable (_ file: URL) throws -> Void = { file in
    guard unsafe unlink(file.path(percentEncoded: false)) == 0 || errno == ENOENT else {
      throw DiskError(file)
    }
  }

  /// Makes the folder that a file is to be in.
  package var makeFolder: @Sendable (_ file: URL) throws -> Void = { file in
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
  }
  /// The contents of a file that exists.
  package var contents: @Sendable (_ file: URL) throws -> [UInt8] = { file in
    Array(try Data(contentsOf: file))
  }
  package var exists: @Sendable (_ file: URL) -> Bool = { file in
    FileManager.default.fileExists(atPath: file.path(percentEncoded: false))
  }
  /// The names of the files in a folder; none if there is no such folder.
  package var names: @Sendable (_ folder: URL) -> [String] = { folder in
    let path = folder.path(percentEncoded: false)
    return (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
  }

  /// The right ones.
  package init() {}

  /// Makes the contents of a file these, or leaves it as it was, whatever happens.
  func replace(_ file: URL, with bytes: [UInt8]) throws {
    try makeFolder(file)
    let new = file.appendingPathExtension("new")
    try write(bytes, new)
    try rename(new, file)
  }

  /// The contents of a file; nil if there is none.
  func read(_ file: URL) throws -> [UInt8]? { exists(file) ? try contents(file) : nil }

  private static func writeAll(_ bytes: [UInt8], to file: URL) throws {
    let descriptor = unsafe open(
      file.path(percentEncoded: false),
      O_WRONLY | O_CREAT | O_TRUNC,
      0o600
    )
    guard descriptor >= 0 else { throw DiskError(file) }
    defer { close(descriptor) }
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe Foundation.write(
          descriptor,
          buffer.baseAddress?.advanced(by: done),
          buffer.count - done
        )
      }
      guard count > 0 else { throw DiskError(file) }
      done += count
    }
    guard fsync(descriptor) == 0 else { throw DiskError(file) }
  }
}

/// The disk does not do what it should; the name of the file, and the system's word for the cause.
package struct DiskError: Error, CustomStringConvertible {
  package let description: String

  init(_ file: URL) {
    description = unsafe "\(file.lastPathComponent): \(String(cString: strerror(errno)))"
  }
}
