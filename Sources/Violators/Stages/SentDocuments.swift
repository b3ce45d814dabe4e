import ReferenceEvents
import ReferenceRealm
import Synchronization

/// Which documents were sent before, for an upload that does not know them again.
final class SentDocuments: Sendable {
  private let ids = Mutex<Set<ObjectId>>([])

  /// The document, under another id if it was sent before.
  func renamingKnown(_ document: AuditEvent) -> AuditEvent {
    if ids.withLock({ $0.insert(document.id).inserted }) { return document }
    var document = document
    document.id = ObjectId()
    return document
  }
}
