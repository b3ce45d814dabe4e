/// One sentence of the specification that an implementation can keep or break.
package struct Requirement: Sendable, Hashable {
  /// Permanent, such as `SCOPE-3`.
  package var id: String
  /// How binding it is.
  package var level: Level
  /// The sentence itself.
  package var text: String
  /// The documents and sections it was derived from, or "observed".
  package var source: String
  /// Why no case can show it, if none can.
  package var notObservable: String?
  /// The codes of `touchstone check` that find a violation in a trail, if no case is what shows it.
  package var checkedBy: [String] = []
  /// Where it stands.
  package var location: TextLocation
}
