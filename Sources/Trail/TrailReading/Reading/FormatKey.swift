/// A key that the format of documents and payloads has: it is told once for each key that is remembered, and not
/// compared again.
package enum FormatKey: String, BitwiseCopyable {
  case event, data
  case type, value
  case insertions, modifications, deletions
  case oldValue, newValue
  /// The primary key of a class of which nothing else is said.
  case id = "_id"

  private static let longest = 13

  /// What a key is, which has no escapes any more; nil if it is none of these.
  init?(_ text: some Collection<UInt8>) {
    // No string is made of what is longer.
    guard text.count <= Self.longest else { return nil }
    self.init(rawValue: String(decoding: text, as: UTF8.self))
  }
}
