import Foundation

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
    return unescape(name.dropLast(suffix.count)).flatMap { RealmPath($0) }
  }

  /// The backups of client resets.
  var backups: URL { folder.appending(path: "io.realm.object-server-recovered-realms") }

  private static let suffix = ".realm.json"

  private static func escape(_ text: String) -> String {
    var name = ""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "-"), UInt8(ascii: "_"):
        name.unicodeScalars.append(Unicode.Scalar(byte))
      default: name += "%" + String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
      }
    }
    return name
  }

  private static func unescape(_ name: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = name.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let value = UInt8(String(Substring(rest.prefix(2))), radix: 16) else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
