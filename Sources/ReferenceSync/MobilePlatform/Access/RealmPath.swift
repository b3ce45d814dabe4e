/// Which realm of a server is meant: the only form in which a path gets past the client or into the server.
///
/// A path has one spelling. Its parts are made of ASCII letters, digits, `-`, `_` and `.`, and are neither `.` nor `..`,
/// so that no other case, encoding or Unicode form of a path means the same realm, and none means one in another place.
package struct RealmPath: Sendable, Hashable {
  /// How long a path may be, so that the name of its file is short enough for every file system.
  static let longest = 80

  package let components: [String]

  /// The path of that spelling, `/5917268/widgets`; nil if it is not one.
  package init?(_ text: String) {
    guard text.utf8.first == UInt8(ascii: "/") else { return nil }
    self.init(components: Self.split(text.dropFirst()))
  }

  init?(components: [String]) {
    guard !components.isEmpty, components.allSatisfy(Self.isComponent),
      components.reduce(0, { $0 + $1.utf8.count + 1 }) <= Self.longest
    else { return nil }
    self.components = components
  }

  /// The parts of a path, empty ones included.
  static func split(_ text: Substring) -> [String] {
    text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
  }

  /// Whether a text may be a part of a path; identities of users are made of the same letters.
  static func isComponent(_ text: String) -> Bool {
    guard !text.isEmpty, text != ".", text != ".." else { return false }
    return text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "."):
        true
      default: false
      }
    }
  }

  /// The identity of the user whose home the realm is in; nil if it is in nobody's.
  package var owner: String? { components.count > 1 ? components[0] : nil }

  /// Whether permissions are changed by writing to it.
  var isManagement: Bool { components.count == 2 && components[1] == Self.managementName }

  /// The realm in which a user changes permissions.
  static func management(of identity: String) -> RealmPath? {
    RealmPath(components: [identity, managementName])
  }

  private static let managementName = "__management"
}

extension RealmPath: CustomStringConvertible, Comparable {
  package var description: String { "/" + components.joined(separator: "/") }

  /// By the bytes of the spelling.
  package static func < (left: RealmPath, right: RealmPath) -> Bool {
    left.description.utf8.lexicographicallyPrecedes(right.description.utf8)
  }
}
