import Foundation

/// The facts of all objects until the trail is read: as many as there is memory for, the others in a temporary file.
///
/// Objects are divided among sections by the hashes of their keys. A section holds all facts of its objects, so that one
/// section after the other can be put in order and replayed, however many objects there are.
final class FactStore {
  private static let sectionCount = 256
  /// Stands before the facts of an entry: the hash and the length of the key, the class and the length of the facts.
  private static let headWords = 2
  /// What is longer is cut off: it serves for naming the object.
  private static let longestKey = 1024

  /// How many words are kept in memory.
  private let limit: Int
  private var sections = Array(repeating: [UInt64](), count: FactStore.sectionCount)
  private var words = 0
  private var file: TemporaryFile?
  /// Where the words of each section are in the file.
  private var extents = Array(repeating: [Range<Int>](), count: FactStore.sectionCount)
  /// The objects of which the key was written lately, by the last bits of their hashes.
  private var named = Array(repeating: UInt64(0), count: 1 << 14)
  /// Why facts are missing; once there is a reason, none are taken.
  private(set) var failure: TrailError?

  /// Keeps so many bytes in memory; lists have room for as much again.
  init(bytes: Int) { limit = max(1 << 10, bytes / 16) }

  /// Whether a part of the facts is in a file.
  var isSpilled: Bool { file != nil }

  /// Takes facts of an object, which `write` appends to the words of its section.
  func append(
    to object: HistoryKey,
    _ key: @autoclosure () -> String,
    _ write: (inout [UInt64]) -> Void
  ) {
    guard failure == nil else { return }
    let section = Int(truncatingIfNeeded: object.key) & (Self.sectionCount - 1)
    let start = sections[section].count
    let place = Int(truncatingIfNeeded: object.key >> 8) & (named.count - 1)
    let name = object.key ^ UInt64(truncatingIfNeeded: object.className) &* 0x9E37_79B9_7F4A_7C15
    let head = object.key << 16
    if named[place] == name {
      sections[section].append(head)
    } else {
      named[place] = name
      Self.append(head, key(), to: &sections[section])
    }
    let middle = sections[section].count
    sections[section].append(0)
    write(&sections[section])
    let count = sections[section].count - middle - 1
    sections[section][middle] =
      UInt64(truncatingIfNeeded: object.className) << 32 | UInt64(truncatingIfNeeded: count)
    words += sections[section].count - start
    if words >= limit { spill() }
  }

  /// Appends the head of an entry with the key behind it.
  private static func append(_ head: UInt64, _ key: String, to words: inout [UInt64]) {
    var bytes = Array(key.utf8.prefix(longestKey))
    if bytes.count == longestKey {
      while let last = bytes.last, last >= 0x80 { bytes.removeLast() }
    }
    words.append(head | UInt64(bytes.count + 1))
    for start in stride(from: 0, to: bytes.count, by: 8) {
      var word: UInt64 = 0
      for (index, byte) in bytes[start..<min(start + 8, bytes.count)].enumerated() {
        word |= UInt64(byte) << UInt64(index * 8)
      }
      words.append(word)
    }
  }

  private func spill() {
    do throws(TrailError) {
      let file = if let file { file } else { try TemporaryFile() }
      self.file = file
      for section in sections.indices where !sections[section].isEmpty {
        extents[section].append(try file.append(sections[section]))
        sections[section] = []
      }
    } catch {
      failure = error
    }
    words = 0
  }

  // MARK: Objects

  /// Hands over all objects with all their facts, a section at a time.
  func forEach(_ body: (ObjectHistory) -> Void) throws(TrailError) {
    if let failure { throw failure }
    for section in sections.indices {
      let words = try self.words(of: section)
      if !words.isEmpty { Self.forEach(in: words, body) }
    }
  }

  private func words(of section: Int) throws(TrailError) -> [UInt64] {
    guard let file, !extents[section].isEmpty else { return sections[section] }
    var words: [UInt64] = []
    words.reserveCapacity(
      extents[section].reduce(sections[section].count) { $0 + $1.count }
    )
    for extent in extents[section] { try file.read(extent, into: &words) }
    words += sections[section]
    return words
  }

  /// An entry of a section.
  private struct Entry {
    let object: HistoryKey
    let key: Range<Int>
    let facts: Range<Int>
    let keyBytes: Int
  }

  private static func forEach(in words: [UInt64], _ body: (ObjectHistory) -> Void) {
    var entries: [Entry] = []
    var place = 0
    while place < words.count {
      // A key of no bytes counts as one: 0 means that the key stands in another entry.
      let keyBytes = Int(words[place] & 0xFFFF) - 1
      let key = place + 1..<place + 1 + (max(0, keyBytes) + 7) / 8
      let count = Int(words[key.upperBound] & 0xFFFF_FFFF)
      let facts = key.upperBound + 1..<key.upperBound + 1 + count
      let object = HistoryKey(
        className: Int(words[key.upperBound] >> 32),
        key: words[place] >> 16
      )
      entries.append(Entry(object: object, key: key, facts: facts, keyBytes: keyBytes))
      place = facts.upperBound
    }
    entries.sort {
      ($0.object.key, $0.object.className, $0.facts.lowerBound)
        < ($1.object.key, $1.object.className, $1.facts.lowerBound)
    }
    var first = 0
    while first < entries.count {
      let object = entries[first].object
      var end = first
      while end < entries.count, entries[end].object == object { end += 1 }
      let group = entries[first..<end]
      let named = group.first { $0.keyBytes >= 0 }
      body(
        ObjectHistory(
          className: object.className,
          key: named.map { text(words[$0.key], $0.keyBytes) } ?? "",
          keyHash: object.key,
          words: words,
          places: group.map(\.facts)
        )
      )
      first = end
    }
  }

  private static func text(_ words: ArraySlice<UInt64>, _ count: Int) -> String {
    let bytes = words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
    }
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }
}

/// A file without a name, which is gone when nobody has it open any more, even if the process is killed.
private final class TemporaryFile {
  private let descriptor: Int32
  private let folder = FileManager.default.temporaryDirectory.path
  private var count = 0

  init() throws(TrailError) {
    var path = Array("\(folder)/touchstone-XXXXXX".utf8CString)
    descriptor = mkstemp(&path)
    guard descriptor >= 0 else { throw Self.failure("made", folder) }
    unlink(path)
  }

  deinit { close(descriptor) }

  /// Where the words are then.
  func append(_ words: [UInt64]) throws(TrailError) -> Range<Int> {
    let start = count
    let isWritten = words.withUnsafeBytes { bytes in
      var done = 0
      while done < bytes.count {
        let written = pwrite(
          descriptor,
          bytes.baseAddress.map { $0 + done },
          bytes.count - done,
          off_t(start * 8 + done)
        )
        if written > 0 { done += written } else if errno != EINTR { return false }
      }
      return true
    }
    guard isWritten else { throw Self.failure("written", folder) }
    count += words.count
    return start..<count
  }

  func read(_ range: Range<Int>, into words: inout [UInt64]) throws(TrailError) {
    let read = [UInt64](unsafeUninitializedCapacity: range.count) { buffer, count in
      let bytes = UnsafeMutableRawBufferPointer(buffer)
      var done = 0
      while done < range.count * 8 {
        let part = pread(
          descriptor,
          bytes.baseAddress.map { $0 + done },
          range.count * 8 - done,
          off_t(range.lowerBound * 8 + done)
        )
        if part > 0 { done += part } else if part == 0 || errno != EINTR { break }
      }
      count = done / 8
    }
    guard read.count == range.count else { throw Self.failure("read", folder) }
    words += read
  }

  private static func failure(_ verb: String, _ folder: String) -> TrailError {
    let reason = String(cString: strerror(errno))
    return TrailError(
      "a temporary file in \(folder) cannot be \(verb): \(reason); "
        + "TMPDIR names another folder, and with more --memory less is written"
    )
  }
}
