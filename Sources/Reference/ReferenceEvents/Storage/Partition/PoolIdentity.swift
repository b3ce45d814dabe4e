import ReferenceRealm

/// Whose events are kept together: partitions are uploaded by the same user, for the same prefix and app, and never by
/// another.
struct PoolIdentity: Sendable, Hashable {
  let app: String
  /// Nil if no user is logged in: such events are only kept.
  let user: String?
  let prefix: String

  /// The folder of the pool below that of the configuration.
  var path: String {
    [PathComponent.name(for: app), PathComponent.name(for: user), PathComponent.name(for: prefix)]
      .joined(separator: "/")
  }
}

/// Makes names of folders out of any text, so that a text stays one whatever it looks like.
///
/// Different texts have different names, also where a file system does not tell letters by their case. A name that would
/// be longer than file systems take ends in a hash instead; files say in themselves which pool they belong to, so that
/// even two texts of one hash are not confused.
enum PathComponent {
  /// How long a name may be before it is shortened; file systems take 255 bytes.
  private static let limit = 200

  /// - Parameter text: nil has a name that no text has.
  /// - Returns: a name of at most 255 bytes, without a dot or a slash.
  static func name(for text: String?) -> String {
    guard let text else { return "%none" }
    if text.isEmpty { return "%empty" }
    var name = ""
    for byte in text.utf8 {
      name += PercentEncoding.encoded(byte, allowing: UInt8(ascii: "-"))
      if name.utf8.count > limit {
        return "\(name.prefix(limit / 2))%hash-\(String(hash(text), radix: 16))"
      }
    }
    return name
  }

  /// FNV-1a with 128 bits.
  private static func hash(_ text: String) -> UInt128 {
    var hash: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d
    for byte in text.utf8 {
      hash = (hash ^ UInt128(byte)) &* 0x0000_0000_0100_0000_0000_0000_0000_013b
    }
    return hash
  }
}
