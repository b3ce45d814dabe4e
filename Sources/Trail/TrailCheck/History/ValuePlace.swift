import TrailReading

/// Stands in a sentence for a value until it is read again: where it is, and what it is known by.
struct ValuePlace: Hashable, CustomStringConvertible {
  /// The number of its file.
  let file: Int
  /// The number of the document in it.
  let document: Int
  let hash: UInt64

  /// What sentences say of a value that cannot be read any more.
  static let lostValue = "a value that is no longer at hand"
  /// Around a place; sentences have no such character of their own.
  private static let mark: Character = "\0"

  init(file: Int, document: Int, hash: UInt64) {
    (self.file, self.document, self.hash) = (file, document, hash)
  }

  private init?(_ text: some StringProtocol) {
    let words = text.split(separator: " ")
    guard words.count == 3, let file = Int(words[0]), let document = Int(words[1]),
      let hash = UInt64(words[2])
    else { return nil }
    self.init(file: file, document: document, hash: hash)
  }

  var description: String { "\(Self.mark)\(file) \(document) \(hash)\(Self.mark)" }

  /// The places that stand in a sentence.
  static func all(in sentence: String) -> [ValuePlace] {
    parts(of: sentence).compactMap { $0.isPlace ? ValuePlace($0.text) : nil }
  }

  /// A sentence with a text in each of its places.
  static func fill(_ sentence: String, _ text: (ValuePlace) -> String) -> String {
    let parts = parts(of: sentence)
    if parts.count == 1 { return sentence }
    return parts.map { $0.isPlace ? ValuePlace($0.text).map(text) ?? "" : String($0.text) }.joined()
  }

  private static func parts(of sentence: String) -> [(isPlace: Bool, text: Substring)] {
    sentence.split(separator: mark, omittingEmptySubsequences: false).enumerated()
      .map { ($0.offset % 2 == 1, $0.element) }
  }
}
