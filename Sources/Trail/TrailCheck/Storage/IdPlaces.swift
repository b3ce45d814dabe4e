import Formats
import TrailReading

/// Every `_id` of a trail, or of a part of it, with its place: which of two that are the same comes first is known only when
/// all of the trail is read.
///
/// There are as many in memory as may be, the others in a temporary file. Ids that ascend, as those of nearly every export
/// do, are not looked at again.
struct IdPlaces: Sendable {
  private struct Entry: Sendable {
    let id: DocumentId
    let file: UInt32
    /// The number of the document.
    let number: UInt32

    /// The same id is in the same one.
    var section: Int {
      let mixed = (id.high ^ UInt64(id.low) << 32) &* 0x9E37_79B9_7F4A_7C15
      return Int(truncatingIfNeeded: mixed >> 56) & (SectionFile.sectionCount - 1)
    }

    /// Appends the same in three words.
    func write(to words: inout [UInt64]) {
      words.append(id.high)
      words.append(UInt64(id.low))
      words.append(UInt64(file) << 32 | UInt64(number))
    }

    init(id: DocumentId, file: UInt32, number: UInt32) {
      (self.id, self.file, self.number) = (id, file, number)
    }

    init(_ words: ArraySlice<UInt64>) {
      let start = words.startIndex
      id = DocumentId(high: words[start], low: UInt32(truncatingIfNeeded: words[start + 1]))
      file = UInt32(words[start + 2] >> 32)
      number = UInt32(words[start + 2] & 0xFFFF_FFFF)
    }
  }

  /// How many are kept in memory.
  private let limit: Int
  private var files = NumberedNames()
  private var entries: [Entry] = []
  private var spilled = SectionFile()
  /// Why ids are missing; once there is a reason, none are taken.
  private var failure: TrailError?
  /// Whether each id was greater than the one before it: then none stands twice.
  private var isAscending = true
  private var last: DocumentId?
  /// The number of the file that is read.
  private var file: UInt32 = 0

  /// Keeps so many bytes in memory; what is sorted at the end takes as much again.
  init(bytes: Int = .max) { limit = max(1 << 8, bytes / (2 * MemoryLayout<Entry>.stride)) }

  /// Takes over the ids of a part that was read behind these, all of which are in its memory.
  mutating func take(_ part: IdPlaces) {
    let numbers = part.files.names.map { UInt32(files.number(of: $0)) }
    for entry in part.entries {
      append(entry.id, file: numbers[Int(entry.file)], number: entry.number)
    }
  }

  /// Begins to read a file.
  mutating func begin(_ name: String) { file = UInt32(files.number(of: name)) }

  @inline(__always)
  mutating func note(_ id: DocumentId, number: Int) {
    append(id, file: file, number: UInt32(clamping: number))
  }

  private mutating func append(_ id: DocumentId, file: UInt32, number: UInt32) {
    if let last, id <= last { isAscending = false }
    last = id
    guard failure == nil else { return }
    entries.append(Entry(id: id, file: file, number: number))
    if entries.count >= limit { spill() }
  }

  private mutating func spill() {
    var sections = Array(repeating: [UInt64](), count: SectionFile.sectionCount)
    for entry in entries { entry.write(to: &sections[entry.section]) }
    entries.removeAll(keepingCapacity: true)
    do throws(TrailError) { try spilled.take(&sections) } catch { failure = error }
  }

  /// Reports every document whose id stands further up as well.
  mutating func report(into findings: inout FindingSummary) throws(TrailError) {
    if isAscending { return }
    if !spilled.isEmpty { spill() }
    if let failure { throw failure }
    guard !spilled.isEmpty else { return report(entries, into: &findings) }
    for section in 0..<SectionFile.sectionCount {
      let words = try spilled.words(of: section, and: [])
      report(
        stride(from: 0, to: words.count, by: 3).map { Entry(words[$0..<$0 + 3]) },
        into: &findings
      )
    }
  }

  private func report(_ entries: [Entry], into findings: inout FindingSummary) {
    let sorted = entries.sorted { left, right in
      left.id == right.id ? position(left) < position(right) : left.id < right.id
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
    TrailPosition(file: files.names[Int(entry.file)], document: Int(entry.number))
  }

}

extension IdPlaces: JSONRecord {
  /// The files, and for each id three words.
  mutating func exchange(_ fields: inout JSONFields) throws(JSONFault) {
    var words: [UInt64] = []
    for entry in entries { entry.write(to: &words) }
    try fields("files", &files)
    try fields.words("entries", &words)
    guard fields.areRead else { return }
    guard words.count % 3 == 0 else { throw fields.fault("the ids are incomplete") }
    for start in stride(from: 0, to: words.count, by: 3) {
      let entry = Entry(words[start..<start + 3])
      guard entry.file < files.names.count else {
        throw fields.fault("the number of a file is not in the list of files")
      }
      append(entry.id, file: entry.file, number: entry.number)
    }
  }
}
