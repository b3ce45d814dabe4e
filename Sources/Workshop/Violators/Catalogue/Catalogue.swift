/// Every violator, chapter by chapter.
public enum Catalogue {
  /// In the order of the chapters.
  public static let all: [Violator] =
    configuration.named + scopes + reads + conditions.named + combining + links.named
    + writes + serialization + representation.named + customEvents.named + metadata + limits.named
    + comparing.named + details.named + eventRealm + documents.named + flexibleSync.named
    + syncVerdicts.named + syncViews.named + syncRoles.named + syncedDevices.named
    + mobileUsers.named + mobileRealms.named + mobileProgress.named + mobileAccess.named
    + mobileResets.named + mobileSchemas.named + mobileMerging.named + gaps.named
}

/// Violators under their ids.
typealias Entries = KeyValuePairs<String, Violator>

extension Sequence<(key: String, value: Violator)> {
  /// The violators, each with its id.
  var named: [Violator] { map { $0.value.named($0.key) } }
}
