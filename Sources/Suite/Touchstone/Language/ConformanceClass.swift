/// A part of the specification that an implementation can claim to keep as a whole.
package enum ConformanceClass: String, CaseIterable, Sendable {
  case recording
  case eventRealm = "event-realm"
  case flexibleSync = "flexible-sync"
  case mobilePlatform = "mobile-platform"

  /// Whether its cases are about what a client and a server exchange, and need no trail.
  package var isAboutSync: Bool { self == .flexibleSync || self == .mobilePlatform }

  /// What an implementation of the class does.
  package var meaning: String {
    switch self {
    case .recording:
      "a realm with events: scopes, reads, writes, custom events, payloads, stored documents"
    case .eventRealm: "the life of the event realm: being offline, restarts, partitions, upload"
    case .flexibleSync:
      "a flexible-sync realm: subscriptions, permissions, what is on the device, compensating writes, several devices"
    case .mobilePlatform:
      """
      synchronized realms on an object server, as in 2017: users, sessions, progress, access control, client reset, \
      additive schemas
      """
    }
  }
}
