package import TrailReading

/// Words divided among sections until a trail is read: as many as there is memory for, the others in a temporary file.
///
/// What belongs together is in one section, so that one section after the other can be looked at, however many there are.
package struct SectionedWords: Sendable {
  package static var sectionCount: Int { SectionFile.sectionCount }

  /// How many words are kept in memory.
  private let limit: Int
  private(set) var sections = Array(repeating: [UInt64](), count: sectionCount)
  /// How many there are in memory.
  private var count = 0
  private var spilled = SectionFile()
  /// Why words are missing; once there is a reason, none are taken.
  private(set) var failure: TrailError?

  /// Keeps so many words in memory; lists have room for as many again.
  package init(words limit: Int) { self.limit = max(1 << 10, limit) }

  init(_ sections: [[UInt64]]) {
    self.init(words: .max)
    self.sections = sections
    count = sections.reduce(0) { $0 + $1.count }
  }

  /// Nothing yet, with as much room.
  package var emptied: Self { Self(words: limit) }

  /// Whether a part of the words is in a file.
  var isSpilled: Bool { !spilled.isEmpty }

  /// Whether there is nothing.
  package var isEmpty: Bool { count == 0 && !isSpilled && failure == nil }

  /// Whether they take more bytes.
  package func isLarger(than bytes: Int) -> Bool { isSpilled || count > bytes / 8 }

  /// Appends words to a section.
  @inline(__always)
  package mutating func append(in section: Int, _ write: (inout [UInt64]) -> Void) {
    guard failure == nil else { return }
    let before = sections[section].count
    write(&sections[section])
    count += sections[section].count - before
    if count >= limit { spill() }
  }

  /// Takes over the words of others behind those that are here; `write` appends them if they are not taken as they are.
  package mutating func take(
    _ others: SectionedWords,
    _ write: (_ taken: [UInt64], _ words: inout [UInt64]) -> Void = { $1 += $0 }
  ) {
    if let failure = others.failure { self.failure = failure }
    for section in sections.indices where failure == nil {
      do throws(TrailError) {
        let taken = try others.words(of: section)
        append(in: section) { write(taken, &$0) }
      } catch {
        failure = error
      }
    }
  }

  private mutating func spill() {
    do throws(TrailError) { try spilled.take(&sections) } catch { failure = error }
    count = 0
  }

  /// All words of a section, in the order in which they came.
  package func words(of section: Int) throws(TrailError) -> [UInt64] {
    if let failure { throw failure }
    return try spilled.words(of: section, and: sections[section])
  }
}
