/// A part of the specification that an implementation can claim to keep as a whole.
package enum ConformanceClass: String, CaseIterable, Sendable {
  case recording
  case eventRealm = "event-realm"
  case flexibleSync = "flexible-sync"

  /// What an implementation of the class does.
  package var meaning: String {
    switch self {
    case .recording:
      "a realm with events: scopes, reads, writes, custom events, payloads, stored documents"
    case .eventRealm: "the life of the event realm: being offline, restarts, partitions, upload"
    case .flexibleSync: "compensating writes of a flexible-sync realm"
    }
  }
}
