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
  /// Names of programs of `Golden/observed` that show it, where no case that the original passed does.
  package var programs: [String] = []
  /// Why no case can show it, if none can.
  package var notObservable: String?
  /// The codes of `touchstone check` that find a violation in a trail, if no case is what shows it.
  package var checkedBy: [String] = []
  /// Where it stands.
  package var location: TextLocation

  /// Whether its source, or one of them, is what the original library was seen to do.
  package var isObserved: Bool { source.split(separator: "; ").contains("observed") }
}
