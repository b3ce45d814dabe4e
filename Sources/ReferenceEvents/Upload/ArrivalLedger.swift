import Foundation
import ReferenceRealm

/// A file with a line for each document that arrived, for a server that outlives its process.
final class ArrivalLedger: Sendable {
  private let descriptor: Int32

  private init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Opens the file, or makes it.
  ///
  /// - Returns: with the ids of what arrived before.
  /// - Throws: an error if it can't be read or written.
  static func open(_ url: URL) throws -> (ArrivalLedger, known: Set<ObjectId>) {
    let path = url.path(percentEncoded: false)
    let descriptor = Foundation.open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw EventError.fileSystem("\(path) can't be opened", errno) }
    let ledger = ArrivalLedger(descriptor: descriptor)
    var text = try String(contentsOf: url, encoding: .utf8)
    if let last = text.lastIndex(of: "\n") {
      text.removeSubrange(text.index(after: last)...)
    } else {
      text = ""
    }
    ftruncate(descriptor, off_t(text.utf8.count))
    let known = text.split(separator: "\n").compactMap { ObjectId(String($0.prefix(24))) }
    return (ledger, Set(known))
  }

  func add(_ document: AuditEvent) {
    let line = "\(document.id) \(document.partition) \(document.activity)\n"
    _ = line.utf8.withContiguousStorageIfAvailable { write(descriptor, $0.baseAddress, $0.count) }
  }
}
