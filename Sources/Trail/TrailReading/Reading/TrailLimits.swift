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
  /// How many bytes of memory a check is meant to take for histories and ids; what is beyond is in temporary files.
  package var memory = 512 << 20
  /// The part of it that is for ids.
  package var idMemory: Int { memory / 8 }
  /// The part of it that is for histories.
  package var historyMemory: Int { memory - idMemory }
  /// How many bytes of the files one thread checks at a time, where several do.
  package var partBytes = 16 << 20

  /// The limits of the command line, unless it says otherwise.
  package init() {}
}
