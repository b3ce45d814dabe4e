import ReferenceRealm

/// Which realm of a server is meant: the only form in which a path gets past the client or into the server.
///
/// A path has one spelling, which is compared byte by byte. None of its parts is empty, `.`, `..` or `~`, and none has a
/// slash, a percent sign or anything else in it that could mean something to a reader of the path.
package struct RealmPath: Sendable {
  /// How long a path may be, so that the name of its file is short enough for every file system.
  static let longest = 80

  package let components: [String]

  /// The path of that spelling, `/5917268/widgets`; nil if it is not one.
  package init?(_ text: String) {
    guard text.utf8.first == UInt8(ascii: "/") else { return nil }
    self.init(components: Self.split(text.utf8.dropFirst()))
  }

  init?(components: [String]) {
    guard !components.isEmpty, components.allSatisfy(Self.isComponent),
      components.reduce(0, { $0 + $1.utf8.count + 1 }) <= Self.longest
    else { return nil }
    self.components = components
  }

  /// The parts of a path, empty ones included.
  static func split(_ text: Substring.UTF8View) -> [String] {
    text.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
  }

  /// Whether a text may be a part of a path; so may identities of users.
  static func isComponent(_ text: String) -> Bool {
    guard !text.isEmpty, text != ".", text != "..", text != "~" else { return false }
    return text.utf8.allSatisfy { byte in
      byte > 0x20 && byte != 0x7F && !forbidden.contains(byte)
    }
  }

  private static let forbidden = Set(#"/\%?#*"#.utf8)

  /// The identity of the user whose home the realm is in; nil outside of every home.
  package var owner: Identity? { components.count > 1 ? Identity(components[0]) : nil }

  /// Whether permissions are changed by writing to it.
  var isManagement: Bool {
    components.count == 2 && components[1].hasSameBytes(as: Self.managementName)
  }

  private static let managementName = "__management"
}

extension RealmPath: Hashable, Comparable, CustomStringConvertible {
  package var description: String { "/" + components.joined(separator: "/") }

  package static func == (left: RealmPath, right: RealmPath) -> Bool {
    left.description.hasSameBytes(as: right.description)
  }

  package static func < (left: RealmPath, right: RealmPath) -> Bool {
    left.description.utf8.lexicographicallyPrecedes(right.description.utf8)
  }

  /// Agrees with `==`.
  package func hash(into hasher: inout Hasher) {
    for byte in description.utf8 { hasher.combine(byte) }
  }
}
