import Formats
import JSON

/// Every `_id` of a part of a trail with its place: which of two that are the same comes first is known only when all
/// parts are together.
struct IdPlaces: Sendable {
  private struct Entry: Sendable {
    let id: DocumentId
    let file: UInt32
    let line: UInt32
  }

  private var files = NumberedNames()
  private var entries: [Entry] = []
  /// All ids of a file ask for the same number.
  private var lastFile: (name: String, number: UInt32)?

  /// Hands over the ids in the order in which they were read.
  func forEach(_ body: (DocumentId, TrailPosition) -> Void) {
    for entry in entries { body(entry.id, position(entry)) }
  }

  mutating func note(_ id: DocumentId, at position: TrailPosition) {
    if lastFile?.name.equalsByBytes(position.file) != true {
      lastFile = (position.file, UInt32(files.number(of: position.file)))
    }
    let file = lastFile?.number ?? 0
    entries.append(Entry(id: id, file: file, line: UInt32(clamping: position.line)))
  }

  /// Reports every document whose id stands further up as well.
  func report(into findings: inout FindingSummary) {
    let sorted = entries.sorted { left, right in
      left.id == right.id ? position(left) < position(right) : left.id < right.id
    }
    for index in sorted.indices.dropFirst() where sorted[index].id == sorted[index - 1].id {
      let hex = sorted[index].id.hex
      findings.add(
        .idTwice,
        at: position(sorted[index]),
        id: hex,
        Self.sentence(sorted[index].id)
      )
    }
  }

  /// What is said of an id that stands further up as well.
  static func sentence(_ id: DocumentId) -> String {
    "another document before this one has the _id \(id.hex)"
  }

  private func position(_ entry: Entry) -> TrailPosition {
    TrailPosition(file: files.names[Int(entry.file)], line: Int(entry.line))
  }

  /// The files, and for each id three words.
  var partial: JSON {
    let words = entries.flatMap {
      [$0.id.high, UInt64($0.id.low), UInt64($0.file) << 32 | UInt64($0.line)]
    }
    return ["files": .strings(files.names), "entries": .words(words)]
  }

  mutating func take(_ reader: JSONNode) throws(JSONFault) {
    let files = try reader.member("files").strings()
    let entries = try reader.member("entries")
    let words = try entries.words()
    guard words.count % 3 == 0 else { throw entries.fault("the ids are incomplete") }
    for start in stride(from: 0, to: words.count, by: 3) {
      let file = Int(words[start + 2] >> 32)
      guard file < files.count else { throw entries.fault("there is no such file") }
      note(
        DocumentId(high: words[start], low: UInt32(truncatingIfNeeded: words[start + 1])),
        at: TrailPosition(file: files[file], line: Int(words[start + 2] & 0xFFFF_FFFF))
      )
    }
  }
}
