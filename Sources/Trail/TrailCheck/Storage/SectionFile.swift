import TrailReading

/// Holds on disk what does not fit in memory, divided among sections, so that one section after the other can be read
/// back.
struct SectionFile: Sendable {
  static let sectionCount = 256

  private var file: TemporaryFile<UInt64>?
  /// How many words are in the file.
  private var count = 0
  /// Where the words of each section are in the file.
  private var extents = Array(repeating: [Range<Int>](), count: sectionCount)

  /// Nothing on disk yet.
  init() {}

  /// Whether nothing was put there.
  var isEmpty: Bool { file == nil }

  /// Moves the words of all sections to the file.
  mutating func take(_ sections: inout [[UInt64]]) throws(TrailError) {
    let file = if let file { file } else { try TemporaryFile<UInt64>() }
    self.file = file
    for section in sections.indices where !sections[section].isEmpty {
      let start = count
      try file.write(sections[section], at: start)
      count += sections[section].count
      extents[section].append(start..<count)
      sections[section] = []
    }
  }

  /// All words of a section, in the order in which they came, if the last ones are still in memory.
  func words(of section: Int, and rest: [UInt64]) throws(TrailError) -> [UInt64] {
    let extents = extents[section]
    guard let file, !extents.isEmpty else { return rest }
    var words: [UInt64] = []
    words.reserveCapacity(extents.reduce(rest.count) { $0 + $1.count })
    for extent in extents { try file.read(extent, into: &words) }
    return words + rest
  }
}
