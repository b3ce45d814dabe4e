/// The names of a case at one of its steps.
///
/// Objects, collections and scopes share one namespace.
struct Handles {
  /// One bound name.
  struct Handle {
    var kind: HandleKind
    /// The class of the object or of the elements, as far as it is known.
    var className: String?
    /// What it belongs to; nil for what is known everywhere.
    var owner: Owner?
    /// The classes of a realm.
    var schema: ProgramSchema?
    /// Why a realm is not open any more, although its file can still be named.
    var closed: String?
    /// Why the name cannot be used any more, or never could.
    var obstacle: String?
  }

  /// Where a name can be used.
  enum Owner: Equatable {
    case realm(String), device(String)

    /// What it is and how it is called, as messages say it.
    var phrase: String {
      switch self {
      case .realm(let name): "the realm \(name.quoted), and this step runs in another"
      case .device(let name): "the device \(name.quoted), and this step runs on another"
      }
    }
  }

  var bound: [String: Handle] = [:]
  /// Whether a `setClock` came before.
  var clockIsSet = false
  /// The realm in which the step runs; nil outside of every realm.
  var realm: String? = FlexibleSync.onlyRealm
  /// The device on which it runs.
  var device = FlexibleSync.onlyRealm
  /// How many write transactions are around the step.
  var writeDepth = 0
  /// The optional features that the steps so far need, each with the reason.
  var needs: [Feature: String] = [:]

  /// What a name of a kind that is given here belongs to.
  func owner(of kind: HandleKind) -> Owner? {
    switch kind {
    case .object, .collection, .scope: realm.map(Owner.realm)
    case .user, .realm, .session, .watch: .device(device)
    case .backup: nil
    }
  }
}
