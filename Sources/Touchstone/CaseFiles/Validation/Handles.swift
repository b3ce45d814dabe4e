/// The names of a case at one of its steps.
///
/// Objects, collections and scopes share one namespace.
struct Handles {
  /// One bound name.
  struct Handle {
    var kind: HandleKind
    /// The class of the object or of the elements, as far as it is known.
    var className: String?
    /// The realm in which it was bound.
    var realm: String
    /// Why the name cannot be used any more, or never could.
    var obstacle: String?
  }

  var bound: [String: Handle] = [:]
  /// Whether a `setClock` came before.
  var clockIsSet = false
  /// The realm in which the step runs.
  var realm = FlexibleSync.onlyRealm
  /// How many write transactions are around the step.
  var writeDepth = 0
  /// The optional features that the steps so far need, each with the reason.
  var needs: [Feature: String] = [:]
}
