/// Where the text counts that a class gives for its objects, and what becomes of one that is no use (REPR).
package struct RepresentationRules: Sendable, Hashable {
  /// What becomes of text that is no JSON.
  package enum InvalidText: Sendable, Hashable {
    /// It makes the scope fail.
    case fails
    /// The object is written as usual.
    case isIgnored
    /// It is written as a string.
    case isQuoted
  }

  /// Whether it counts in write events.
  package var countsInWrites = true
  /// Whether it counts where a followed link expands.
  package var countsInLinks = true
  /// Whether it counts for an embedded object within its parent.
  package var countsInEmbeddedObjects = true
  /// Whether a class that yields nothing of its own for an object is taken at its word: the object is null then.
  package var writesNothingAsNull = false
  /// What becomes of text that is no JSON.
  package var invalidText = InvalidText.fails
  /// Whether a representation that throws fails its scope; otherwise the object is written as usual.
  package var failsIfThrown = true
  /// Whether nothing but objects is accepted.
  package var acceptsOnlyObjects = false
  /// Whether `newValue` has only those keys of the later text that the earlier one has otherwise or not at all.
  package var comparesKeys = true
  /// Whether `newValue` has null for a key that is gone.
  package var listsLostKeys = false
  /// Whether only objects can be compared, so that anything else in a modification fails.
  package var comparesOnlyObjects = false
  /// Whether a failure costs the whole scope; otherwise only the event at fault.
  package var failureEndsScope = true
}
