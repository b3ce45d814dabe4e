/// A part of the specification that an implementation can claim to keep as a whole.
package enum ConformanceClass: String, CaseIterable, Sendable {
  case recording
  case eventRealm = "event-realm"
  case flexibleSync = "flexible-sync"
  case mobilePlatform = "mobile-platform"
}
