/// Every `_id` of a part of a trail with its place: which of two that are the same comes first is known only when all
/// parts are together.
struct IdPlaces: Sendable {
  private struct Entry: Sendable {
    let id: DocumentId
    let file: UInt32
    let line: UInt32
  }

  private var files: [String] = []
  private var fileNumbers: [String: UInt32] = [:]
  private var entries: [Entry] = []

  mutating func note(_ id: DocumentId, at position: TrailPosition) {
    let file: UInt32
    if let known = fileNumbers[position.file] {
      file = known
    } else {
      file = UInt32(files.count)
      fileNumbers[position.file] = file
      files.append(position.file)
    }
    entries.append(Entry(id: id, file: file, line: UInt32(clamping: position.line)))
  }

  mutating func merge(_ other: IdPlaces) {
    for entry in other.entries {
      note(entry.id, at: TrailPosition(file: other.files[Int(entry.file)], line: Int(entry.line)))
    }
  }

  /// Reports every document whose id stands further up as well.
  func report(into findings: inout FindingSummary) {
    let sorted = entries.sorted { left, right in
      if left.id.high != right.id.high { return left.id.high < right.id.high }
      if left.id.low != right.id.low { return left.id.low < right.id.low }
      return position(left) < position(right)
    }
    for index in sorted.indices.dropFirst() where sorted[index].id == sorted[index - 1].id {
      let hex = sorted[index].id.hex
      findings.add(
        .idTwice,
        at: position(sorted[index]),
        id: hex,
        "another document before this one has the _id \(hex)"
      )
    }
  }

  private func position(_ entry: Entry) -> TrailPosition {
    TrailPosition(file: files[Int(entry.file)], line: Int(entry.line))
  }
}

extension IdPlaces {
  /// The files, and for each id three words.
  var words: [UInt64] {
    entries.flatMap { [$0.id.high, UInt64($0.id.low), UInt64($0.file) << 32 | UInt64($0.line)] }
  }

  var fileNames: [String] { files }

  init(files: [String], words: [UInt64]) throws(TrailError) {
    guard words.count % 3 == 0 else { throw TrailError("the ids are incomplete") }
    for start in stride(from: 0, to: words.count, by: 3) {
      let file = Int(words[start + 2] >> 32)
      guard file < files.count else { throw TrailError("an id is of a file that is not there") }
      note(
        DocumentId(high: words[start], low: UInt32(truncatingIfNeeded: words[start + 1])),
        at: TrailPosition(file: files[file], line: Int(words[start + 2] & 0xFFFF_FFFF))
      )
    }
  }
}
