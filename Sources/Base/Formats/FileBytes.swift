package import Foundation

/// The bytes of a file that a user names; a pipe serves as well, such as a shell makes of `<(command)`, which Foundation
/// refuses where it takes a path.
package enum FileBytes {
  /// Reads all of it.
  ///
  /// - Throws: an error that ``FileFailure`` has words for; for a device, because it may have no end.
  package static func read(_ file: URL) throws -> [UInt8] {
    let descriptor = unsafe open(file.path(percentEncoded: false), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(errno) }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw failure(errno) }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: throw failure(EISDIR)
    case S_IFCHR, S_IFBLK: throw DeviceError()
    default: return Array(try handle.readToEnd() ?? Data())
    }
  }

  private static func failure(_ number: Int32) -> POSIXError {
    POSIXError(POSIXErrorCode(rawValue: number) ?? .EIO)
  }
}

extension FileManager {
  /// Whether there is a folder of that name, or something else; nil if there is nothing.
  package func isFolder(_ path: String) -> Bool? {
    var isFolder: ObjCBool = false
    return unsafe fileExists(atPath: path, isDirectory: &isFolder) ? isFolder.boolValue : nil
  }
}

/// What was named is a device.
private struct DeviceError: LocalizedError {
  let errorDescription: String? = "it is a device"
}
