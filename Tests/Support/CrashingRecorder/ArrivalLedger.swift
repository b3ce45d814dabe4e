package import Foundation
package import ReferenceEvents
import ReferenceRealm
import Synchronization

/// A file with a line for each document that arrived (its id, partition and activity), so that a server outlives its
/// process as far as uploads can tell.
///
/// A line that was not finished counts as not arrived.
package final class ArrivalLedger: Sendable {
  private let descriptor: Int32
  /// Every id that ever arrived.
  private let known: Mutex<Set<ObjectId>>

  /// Opens the file, or makes it.
  ///
  /// - Throws: an error if it can't be read or written.
  package init(_ url: URL) throws {
    let path = url.path(percentEncoded: false)
    descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    let text = try String(contentsOf: url, encoding: .utf8)
    let finished = text[..<(text.lastIndex(of: "\n").map(text.index(after:)) ?? text.startIndex)]
    ftruncate(descriptor, off_t(finished.utf8.count))
    let ids = finished.split(separator: "\n").compactMap { ObjectId(String($0.prefix(24))) }
    known = Mutex(Set(ids))
  }

  deinit { close(descriptor) }

  /// The stage *upload*: what arrived in a former process is acknowledged and not sent again.
  package func upload(
    _ documents: [AuditEvent],
    _ connection: ServerConnection
  ) throws(TransferError) {
    for document in documents where !known.withLock({ $0.contains(document.id) }) {
      try connection.send([document])
      known.withLock { _ = $0.insert(document.id) }
      let line = "\(document.id) \(document.partition) \(document.activity)\n"
      _ = line.utf8.withContiguousStorageIfAvailable { write(descriptor, $0.baseAddress, $0.count) }
    }
  }
}
