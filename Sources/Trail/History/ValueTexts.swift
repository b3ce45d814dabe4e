import Formats
import JSON

/// How values are spelled, for the sentences that name them: those are few, and values are many.
///
/// The values that were noted last are kept as they stand in the trail, and those before them; what is older is forgotten.
struct ValueTexts: Sendable {
  /// How many values are kept at a time, and how many bytes of them.
  private static let maximumCount = 100_000
  private static let maximumBytes = 8 << 20
  /// What is longer is shortened before it is kept.
  private static let longestSpelling = 256
  /// How much of a value is shown.
  private static let shownLength = 60

  private enum Spelling: UInt8, Sendable {
    case plain, quoted
    /// Already what a sentence says.
    case words
  }

  private struct Place: Sendable {
    let start: Int
    let count: Int32
    let spelling: Spelling
  }

  private struct Batch: Sendable {
    var places: [UInt64: Place] = [:]
    var bytes: [UInt8] = []

    func text(of hash: UInt64) -> String? {
      guard let place = places[hash] else { return nil }
      let spelled = bytes[place.start..<(place.start + Int(place.count))]
      let decoded: [UInt8]? =
        switch place.spelling {
        case .words: nil
        case .plain: Array(spelled)
        case .quoted: spelled.withUnsafeBufferPointer(QuotedSpelling.decoded)
        }
      guard let decoded, let value = try? JSON(parsing: decoded) else {
        return String(decoding: spelled, as: UTF8.self)
      }
      return ValueTexts.words(for: value)
    }
  }

  private var batch = Batch()
  private var former = Batch()
  /// Hashes of values that were noted a short time ago, by their last bits: most values repeat.
  private var recent = Array(repeating: UInt64(0), count: 4096)

  /// Keeps the spelling of a value.
  mutating func note(_ value: Value, as hash: UInt64) {
    let place = Int(truncatingIfNeeded: hash) & (recent.count - 1)
    if recent[place] == hash { return }
    recent[place] = hash
    guard batch.places[hash] == nil else { return }
    // An expanded link is shown as what it stands for.
    let shown = value["_id"] ?? value
    if shown.node.count <= Self.longestSpelling {
      let isQuoted = shown.source.pointee.spelling is QuotedSpelling.Type
      keep(shown.bytes, isQuoted ? .quoted : .plain, as: hash)
    } else {
      keep(Array(Self.words(for: shown.json).utf8), .words, as: hash)
    }
  }

  /// Keeps what a sentence says of a value.
  mutating func note(_ text: String, as hash: UInt64) { keep(Array(text.utf8), .words, as: hash) }

  private mutating func keep(
    _ bytes: some Collection<UInt8>,
    _ spelling: Spelling,
    as hash: UInt64
  ) {
    if batch.places.count >= Self.maximumCount || batch.bytes.count >= Self.maximumBytes {
      former = batch
      batch = Batch()
      recent = Array(repeating: 0, count: recent.count)
    }
    batch.places[hash] = Place(
      start: batch.bytes.count,
      count: Int32(truncatingIfNeeded: bytes.count),
      spelling: spelling
    )
    batch.bytes.append(contentsOf: bytes)
  }

  /// What a sentence says of a value; nil if it is no longer known.
  func text(of hash: UInt64) -> String? { batch.text(of: hash) ?? former.text(of: hash) }

  private static func words(for value: JSON) -> String {
    if let text = value.string { return quoted(String(text.prefix(shownLength * 2))) }
    if let key = value["_id"] { return words(for: key) }
    let text = value.text()
    return text.count > shownLength ? String(text.prefix(shownLength)) + "…" : text
  }
}
