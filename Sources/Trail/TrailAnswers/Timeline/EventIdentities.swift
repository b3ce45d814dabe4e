import JSON
import TrailReading

/// Tells events that were read before from others, by their ids and by what they say: an event may be in two exports.
struct EventIdentities {
  enum Verdict {
    case new, repeated
    /// Another event has the id.
    case conflicting
  }

  private var ids = DocumentIdSet()
  /// Ids together with what their events say.
  private var contents = DocumentIdSet()

  /// Takes note of an event; one without an id is always new.
  mutating func note(_ document: borrowing Document) -> Verdict {
    guard let id = document.id else { return .new }
    let isNew = ids.insert(id)
    var hash = StableHash()
    hash.add(UInt64(bitPattern: document.timestamp ?? .min))
    for text in [document.partition, document.activity, document.event] { hash.add(textOf: text) }
    hash.add(fields: document.metadata) { $0.add(textOf: $1) }
    hash.add(document.data?.spellingHash ?? 0)
    let content = DocumentId(high: id.high ^ hash.value, low: id.low)
    guard contents.insert(content) else { return isNew ? .new : .repeated }
    return isNew ? .new : .conflicting
  }
}

extension Value {
  /// A hash of a payload, the same however its text is escaped.
  fileprivate var spellingHash: UInt64 {
    guard let content, !content.hasUnusualEscape else {
      var hash = StableHash()
      hash.add((string.map { JSON.string($0) } ?? json).text())
      return hash.value
    }
    var hash = StableHash()
    // As a string is spelled that has no other escapes.
    hash.add("\"" + String(decoding: content, as: UTF8.self) + "\"")
    return hash.value
  }
}

extension Bytes {
  /// Whether something else than a quote stands behind a backslash, in the text of a document.
  fileprivate var hasUnusualEscape: Bool {
    var place = start
    let end = start + count
    while true {
      place = ByteWords.unusual(from: place)
      if place >= end { return false }
      if place[0] == Ascii.backslash { return true }
      place += 1
    }
  }
}
