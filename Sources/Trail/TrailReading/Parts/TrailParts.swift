import JSON

/// A trail taken apart into what threads check side by side: some whole files each, or some lines of a large one.
package struct TrailParts: Sendable {
  package enum Part: Sendable {
    case files([NamedInput])
    case lines(LineStretch)

    /// Whether it goes on where the part before it has ended.
    package var isContinued: Bool {
      if case .lines(let stretch) = self { stretch.range.lowerBound > 0 } else { false }
    }

    /// Whether a file that is in several parts ends in it.
    package var isLast: Bool {
      if case .lines(let stretch) = self { stretch.next == nil } else { false }
    }
  }

  package private(set) var parts: [Part] = []
  /// The files that are in several parts.
  package private(set) var cut: [NamedInput] = []
  package let sources: [NamedInput]

  /// Parts of about so many bytes; nil if there is one only, or if something cannot be read in another order.
  package init?(_ sources: [NamedInput], bytes partBytes: Int) {
    self.sources = sources
    // A file that is given twice goes on, for its order, where it has ended.
    guard sources.allSatisfy({ $0.input.canBeReadAgain }),
      Set(sources.map { ByteKey($0.name) }).count == sources.count
    else { return nil }
    var group: [NamedInput] = []
    var bytes = 0
    for source in sources {
      let size = source.input.size ?? 0
      if size >= 2 * partBytes, let stretches = try? Self.stretches(of: source, size, partBytes) {
        if !group.isEmpty { parts.append(.files(group)) }
        (group, bytes) = ([], 0)
        parts += stretches.map(Part.lines)
        cut.append(source)
        continue
      }
      group.append(source)
      bytes += size
      if bytes >= partBytes {
        parts.append(.files(group))
        (group, bytes) = ([], 0)
      }
    }
    if !group.isEmpty { parts.append(.files(group)) }
    if parts.count < 2 { return nil }
  }

  /// The lines of a file that has one document a line, cut at the first line feed behind every so many bytes; nil for any
  /// other file.
  private static func stretches(
    of source: NamedInput,
    _ size: Int,
    _ partBytes: Int
  ) throws(TrailError) -> [LineStretch]? {
    guard try TrailReader(source.input).isOfLines() else { return nil }
    var starts = [0]
    while let last = starts.last, last + partBytes < size,
      let next = try source.input.lineStart(behind: last + partBytes), next < size
    {
      starts.append(next)
    }
    if starts.count < 2 { return nil }
    var first = Awaited<Int>()
    first.set(1)
    var stretches: [LineStretch] = []
    for (start, end) in zip(starts, starts.dropFirst() + [Int.max]) {
      let next = end == .max ? nil : Awaited<Int>()
      stretches.append(LineStretch(source: source, range: start..<end, first: first, next: next))
      if let next { first = next }
    }
    return stretches
  }
}

/// Some lines of a file that has one document a line.
package struct LineStretch: Sendable {
  package let source: NamedInput
  package let range: Range<Int>
  fileprivate let first: Awaited<Int>
  /// Of the stretch behind it.
  fileprivate let next: Awaited<Int>?

  /// The number of the first line: counts the lines for the stretch behind it, and waits for the one before it.
  ///
  /// Threads begin with the stretches in their order, so that the one before it counts, too.
  package func firstLine() throws(TrailError) -> Int {
    guard let next else { return first.take() }
    do throws(TrailError) {
      let count = try source.input.countLineFeeds(in: range)
      let line = first.take()
      next.set(line + count)
      return line
    } catch {
      next.set(0)
      throw error
    }
  }
}

extension TrailInput {
  /// Where the first line begins behind a place; nil if that is the last line.
  fileprivate func lineStart(behind place: Int) throws(TrailError) -> Int? {
    var start = place
    var found: Int?
    try read(place - 1..<Int.max, 1 << 16) { bytes in
      if let feed = bytes.first(0x0A) { found = start + feed }
      start += bytes.count
      return found == nil
    }
    return found
  }

  fileprivate func countLineFeeds(in range: Range<Int>) throws(TrailError) -> Int {
    var count = 0
    try read(range, 1 << 18) { bytes in
      for byte in bytes where byte == 0x0A { count &+= 1 }
      return true
    }
    return count
  }

  /// Hands over bytes as long as they are wanted.
  private func read(
    _ range: Range<Int>,
    _ size: Int,
    _ body: (Bytes) -> Bool
  ) throws(TrailError) {
    var source = try source(range)
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
    // The room is as large as the source is told, and is there until all was read.
    defer { unsafe room.deallocate() }
    while case let count = try unsafe source.read(into: room), count > 0 {
      // So many bytes of the room were filled, and are looked at before it is filled again.
      let filled = unsafe UnsafeRawBufferPointer(rebasing: room[..<count])
      if !body(unsafe Bytes(filled.assumingMemoryBound(to: UInt8.self))) { return }
    }
  }
}
