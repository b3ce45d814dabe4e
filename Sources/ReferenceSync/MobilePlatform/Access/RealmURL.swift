/// Where a realm is: `realm://server/~/widgets`, in which `~` stands for the identity of whoever opens it.
package struct RealmURL: Sendable, Hashable {
  /// The server's name.
  let host: String
  private let components: [String]

  /// - Throws: `invalidRealmURL` for anything but `realm` or `realms`, a host and a path in its only spelling.
  package init(_ text: String) throws(SyncError) {
    guard let scheme = ["realm://", "realms://"].first(where: { text.utf8.starts(with: $0.utf8) }),
      let slash = text.dropFirst(scheme.count).firstIndex(of: "/")
    else { throw Self.refusal(of: text) }
    let host = String(text.dropFirst(scheme.count)[..<slash])
    let components = RealmPath.split(text[text.index(after: slash)...])
    let named = components.first == "~" ? ["home"] + components.dropFirst() : components
    guard RealmPath.isComponent(host), RealmPath(components: named) != nil,
      components.first != "~" || components.count > 1
    else { throw Self.refusal(of: text) }
    self.host = host
    self.components = components
  }

  /// What is in front of an `@` or behind a `?` may be a password or token, so such an address is not repeated.
  private static func refusal(of text: String) -> SyncError {
    let shown = text.utf8.contains { $0 == UInt8(ascii: "@") || $0 == UInt8(ascii: "?") }
    return SyncError(
      .invalidRealmURL,
      "The provided URL (\(shown ? "…" : text)) was not a valid Realm URL."
    )
  }

  /// The path that it stands for when this user opens it.
  ///
  /// - Throws: `invalidRealmURL` if that is too long.
  package func path(for identity: String) throws(SyncError) -> RealmPath {
    let written = components.first == "~" ? [identity] + components.dropFirst() : components
    guard let path = RealmPath(components: written) else {
      throw Self.refusal(of: "…")
    }
    return path
  }
}
