import Digests
import Formats
import Synchronization

/// Replaces names by pseudonyms that only holders of a key can make: the same name has the same one in every answer.
///
/// They are the first 64 bits of HMAC-SHA-256 (RFC 2104).
package final class Pseudonyms: Sendable {
  /// A shorter key could be guessed.
  package static let smallestKey = 16

  /// Names are few beside events; these are kept at the most.
  private static let memoryLimit = 100_000

  private let key: [UInt8]
  private let known = Mutex<[ExactName: String]>([:])

  private struct ExactName: Hashable {
    var bytes: [UInt8]
  }

  /// Pseudonyms by a key; nil if it is too short.
  package init?(key: [UInt8]) {
    guard key.count >= Self.smallestKey else { return nil }
    self.key = key
  }

  /// What stands for a text of a kind: equal texts of two fields have different pseudonyms.
  package func pseudonym(of text: String, kind: String) -> String {
    let message = Array(kind.utf8) + [0] + Array(text.utf8)
    let name = ExactName(bytes: message)
    return known.withLock { known in
      if let pseudonym = known[name] { return pseudonym }
      let pseudonym = "p-" + Hexadecimal.text(Self.authenticate(message, key: key).prefix(8))
      if known.count >= Self.memoryLimit { known.removeAll(keepingCapacity: true) }
      known[name] = pseudonym
      return pseudonym
    }
  }

  /// HMAC-SHA-256 of a message.
  static func authenticate(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
    let block = 64
    var key = key.count > block ? SHA256.digest(key) : key
    key += Array(repeating: 0, count: block - key.count)
    let inner = SHA256.digest(key.map { $0 ^ 0x36 } + message)
    return SHA256.digest(key.map { $0 ^ 0x5C } + inner)
  }
}
