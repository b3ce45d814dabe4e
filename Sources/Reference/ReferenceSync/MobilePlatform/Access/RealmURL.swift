import ReferenceRealm

/// Where a realm is: `realm://server/~/widgets`, in which `~` stands for the identity of the user who opens it.
///
/// Each part of the path is percent-decoded once; what is judged and compared is the result.
package struct RealmURL: Sendable {
  /// The server's name.
  let host: String
  private let isHome: Bool
  private let components: [String]

  /// - Throws: `invalidRealmURL` for anything but `realm` or `realms`, a host and the path of a realm.
  package init(_ text: String) throws(SyncError) {
    guard let scheme = ["realm://", "realms://"].first(where: { text.utf8.starts(with: $0.utf8) })
    else { throw Self.refusal(of: text) }
    var parts = RealmPath.split(text.utf8.dropFirst(scheme.utf8.count))
    host = parts.removeFirst()
    isHome = parts.first == "~"
    if isHome { parts.removeFirst() }
    components = parts.compactMap(PercentEncoding.decoded)
    guard Self.isHost(host), components.count == parts.count,
      RealmPath(components: components) != nil
    else { throw Self.refusal(of: text) }
  }

  private static func isHost(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
          UInt8(ascii: "-"), UInt8(ascii: "."):
          true
        default: false
        }
      }
  }

  /// What is in front of an `@` or behind a `?` may be a password or token, so such an address is not repeated.
  private static func refusal(of text: String) -> SyncError {
    let isPrivate = text.utf8.contains { $0 == UInt8(ascii: "@") || $0 == UInt8(ascii: "?") }
    return SyncError(
      .invalidRealmURL,
      "The provided URL (\(isPrivate ? "…" : text)) was not a valid Realm URL."
    )
  }

  /// The path that it stands for when this user opens it.
  ///
  /// - Throws: `invalidRealmURL` if that is too long.
  package func path(for identity: Identity) throws(SyncError) -> RealmPath {
    guard let path = RealmPath(components: isHome ? [identity.text] + components : components)
    else { throw Self.refusal(of: "…") }
    return path
  }
}
