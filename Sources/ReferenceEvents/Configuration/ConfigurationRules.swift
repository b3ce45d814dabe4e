import Foundation

/// What an event configuration may say (CONFIG).
package struct ConfigurationRules: Sendable, Hashable {
  /// How long a metadata key is.
  package var metadataKeyLength = 1...63
  /// Whether that length is counted in characters instead of bytes.
  package var countsCharacters = false
  /// When two metadata keys, or a key and a field, are the same.
  package var keyComparison = KeyComparison.bytes

  package enum KeyComparison: Sendable, Hashable {
    case bytes
    /// Texts that look the same are the same, however they are encoded.
    case canonical
    case caseInsensitive

    /// What is compared of a key.
    func identity(of key: String) -> [UInt8] {
      switch self {
      case .bytes: Array(key.utf8)
      case .canonical: Array(key.precomposedStringWithCanonicalMapping.utf8)
      case .caseInsensitive: Array(key.lowercased().utf8)
      }
    }
  }
}
