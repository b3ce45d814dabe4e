/// What a check takes at the most: trails come from anywhere.
package struct TrailLimits: Sendable, Hashable {
  /// The longest line, or element of an array, in bytes.
  ///
  /// A document of MongoDB has 16 MiB at the most, which can be six times as much with every byte escaped.
  package var documentBytes = 128 << 20
  /// What a compressed payload may inflate to, in bytes.
  package var payloadBytes = 64 << 20
  /// How deep arrays and objects may stand in each other.
  package var depth = 512
  /// How many objects' histories are followed; further ones are not.
  package var objects = 500_000
  /// How many words of eight bytes the facts take that are kept to be put in order, about 256 MB.
  ///
  /// If there are more, the oldest ones are replayed before all is read. What a scope commits a day later then may seem
  /// to disagree with them.
  package var words = 32 << 20

  /// The limits of the command line, unless it says otherwise.
  package init() {}
}
