import Foundation
import ReferenceEvents
import Synchronization

/// A link to the server whose transfers fail or take their time on demand.
final class FaultyLink: Sendable {
  /// How a transfer is made to fail.
  enum Failure {
    /// So many documents arrive; or all, if the transfer has no more.
    case afterDocuments(Int)
    /// Everything arrives, but the device never hears of it.
    case beforeAcknowledgement
  }

  private let failures = Mutex<[Failure]>([])
  private let delay = Mutex(TimeInterval.zero)

  /// Makes the next transfers fail, one after the other; afterwards the link works again.
  func failTransfers(_ next: Failure...) { failures.withLock { $0 += next } }

  /// Makes each document take so many seconds from now on.
  func slowDown(perDocument seconds: TimeInterval) { delay.withLock { $0 = seconds } }

  /// The stage *upload*.
  func upload(_ documents: [AuditEvent], _ connection: ServerConnection) throws(TransferError) {
    let failure = failures.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    let count = if case .afterDocuments(let count)? = failure { count } else { documents.count }
    for document in documents.prefix(count) {
      try connection.send([document])
      Thread.sleep(forTimeInterval: delay.withLock { $0 })
    }
    if failure != nil { throw .interrupted }
  }
}
