import Foundation
import ReferenceRealm

/// Where a device keeps what: names of files are made of letters, digits and `%`, so that no identity and no path can
/// mean a file elsewhere, or that of another one where file systems know no case.
struct DeviceFolder: Sendable {
  let folder: URL

  /// The users and what is still to be done.
  var users: URL { folder.appending(path: "users.json") }

  /// The local copies of a user's realms.
  func realms(of identity: Identity) -> URL {
    folder.appending(path: "realms").appending(path: Self.escape(identity.text))
  }

  /// The local copy of a realm.
  func realm(_ key: LocalRealm.Key) -> URL {
    realms(of: key.identity).appending(path: Self.escape("\(key.path)") + Self.suffix)
  }

  /// The path of the realm whose local copy has that name; nil for other files.
  static func path(ofFile name: String) -> RealmPath? {
    guard name.hasSuffix(suffix) else { return nil }
    return PercentEncoding.decoded(name.dropLast(suffix.count)).flatMap { RealmPath($0) }
  }

  /// The backups of client resets.
  var backups: URL { folder.appending(path: "io.realm.object-server-recovered-realms") }

  private static let suffix = ".realm.json"

  private static func escape(_ text: String) -> String {
    text.utf8.map { PercentEncoding.encoded($0, allowing: UInt8(ascii: "-")) }.joined()
  }
}
