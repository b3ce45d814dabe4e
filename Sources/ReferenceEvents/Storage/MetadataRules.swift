/// Which metadata and which time an event carries (META).
package struct MetadataRules: Sendable, Hashable {
  /// Whether a scope carries the metadata of its beginning; otherwise that of its commit.
  package var isCapturedAtBeginning = true
  /// Whether an update has an effect.
  package var takesUpdates = true
  /// Whether an update replaces all metadata; otherwise keys that it does not name stay.
  package var replacesAll = true
  /// Whether an update without keys removes the metadata; otherwise it is taken for none.
  package var takesEmptyUpdates = true
  /// Whether the good keys of a refused update are taken over.
  package var keepsGoodKeysOfRefusedUpdates = false
  /// Whether custom events carry the metadata of the moment; otherwise that of the scope that began last.
  package var isOfTheMomentInCustomEvents = true
  /// Whether cancelling a scope takes back the updates since its beginning.
  package var returnsWithCancelledScopes = false
  /// Whether each event bears its own time; otherwise all bear that of the beginning of their scope.
  package var timesEvents = true
  /// Whether timestamps go back with the clock.
  package var timestampsGoBack = true
}
