import Formats
import Foundation
import Pages

/// A file that a command writes piece by piece, which is how all of them are written: what there was stays until the new one
/// is whole, and a write that fails leaves nothing.
///
/// A symbolic link stays, and the file it leads to is written. Devices and pipes cannot be replaced: they get each piece.
final class StreamedFile {
  private let path: String
  /// The file behind symbolic links, and where its new content is until it is whole; nil for what is not replaced.
  private let replaced: (target: String, partial: String)?
  private let handle: FileHandle
  private var isFinished = false

  /// Begins the file anew.
  init(_ path: String) throws {
    self.path = path
    let target = Self.target(of: path)
    var status = stat()
    let exists = unsafe stat(target ?? path, &status) == 0
    let descriptor: Int32
    if let target, !exists || status.st_mode & S_IFMT == S_IFREG {
      let folder = URL(filePath: target).deletingLastPathComponent().path(percentEncoded: false)
      let partial = "\(folder)/.touchstone-\(UInt64.random(in: .min ... .max)).partial"
      replaced = (target, partial)
      descriptor = unsafe open(partial, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o666)
      if exists, descriptor >= 0 { fchmod(descriptor, status.st_mode & 0o7777) }
    } else {
      replaced = nil
      descriptor = unsafe open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
    }
    guard descriptor >= 0 else {
      let reason = errno == ENOENT ? "there is no such folder" : FileFailure.reason(errno)
      throw OutputError("\(path) could not be written: \(reason)")
    }
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
  }

  deinit {
    try? handle.close()
    if let replaced, !isFinished { unsafe unlink(replaced.partial) }
  }

  /// Appends bytes.
  func write(_ bytes: some Collection<UInt8>) throws {
    do { try handle.write(contentsOf: Data(bytes)) } catch { throw failure(error) }
  }

  /// Gives the file its name: all of it is there.
  func finish() throws {
    do { try handle.close() } catch { throw failure(error) }
    guard let replaced else { return }
    guard unsafe rename(replaced.partial, replaced.target) == 0 else {
      throw OutputError("\(path) could not be written: \(FileFailure.reason(errno))")
    }
    isFinished = true
  }

  private func failure(_ error: any Error) -> OutputError {
    OutputError("\(path) could not be written: \(FileFailure.reason(writing: error))")
  }

  /// The path behind symbolic links, whether or not something is there; nil for an open file of this program, such as that
  /// of `/dev/stdout`, which another program began.
  private static func target(of path: String) -> String? {
    var path = path
    // So many links are followed by systems.
    for _ in 0..<40 {
      if path.hasPrefix("/proc/") || path.hasPrefix("/dev/fd/") { return nil }
      guard let next = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else {
        return path
      }
      let folder = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
      path = next.hasPrefix("/") ? next : "\(folder)/\(next)"
    }
    return path
  }
}
