public import ReferenceRealm

/// A realm that is opened with a configuration of events has a recorder.
extension EventConfiguration: RealmObserverFactory {
  /// - Throws: `EventError` for a configuration that nothing can be recorded with.
  public func makeObserver(for configuration: Realm.Configuration) throws -> any RealmObserver {
    if partitionPrefix.isEmpty {
      throw EventError(.invalidPartitionPrefix, "Audit partition prefix must not be empty")
    }
    if partitionPrefix.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") })
    {
      throw EventError(
        .invalidPartitionPrefix,
        "Invalid audit partition prefix '\(partitionPrefix)': prefix must not contain slashes"
      )
    }
    try metadata.validate(for: edition)
    if configuration.sync == .flexible, syncUser == nil || syncUser == configuration.user {
      throw EventError(
        .flexibleSyncNeedsEventUser,
        "Auditing a flexible sync realm requires setting the audit user to a user associated with a "
          + "partition-based sync app."
      )
    }
    var settled = self
    settled.syncUser = syncUser ?? configuration.user
    if errorHandler == nil, edition.tellsHandlerOfRealm,
      let handler = configuration.errorHandler
    {
      settled.errorHandler = { handler($0) }
    }
    return Recorder(configuration: settled)
  }
}
