import Formats
import JSON

/// Takes a dump apart into its documents: a `.bson` file as `mongodump` writes one for each collection, or its archive, in
/// which those of several collections stand in turn.
///
/// A document's place is its number, since a dump has no lines. Every document says how long it is; where that is damaged,
/// nothing can be read from there on.
struct DumpReader {
  private let name: String
  private let limit: Int
  /// The collection that is read of an archive; the one that holds events if none is named.
  private let collection: String?
  private let text: BSONText
  /// The documents so far.
  package private(set) var number = 0

  /// The longest document of MongoDB, with what its tools put around it.
  private static let longest = 16 << 20 + 16 << 10
  /// What an archive begins with.
  private static let archiveMagic: [UInt8] = [0x6D, 0xE2, 0x99, 0x81]

  init(_ name: String, limits: TrailLimits, collection: String? = nil) {
    (self.name, self.collection) = (name, collection)
    limit = limits.documentBytes
    text = BSONText(depthLimit: limits.depth)
  }

  /// What documents of a dump stand in.
  package enum Container { case documents, archive }

  /// The container that begins with these bytes.
  package static func container(_ head: Bytes) -> Container? {
    if head.starts(with: archiveMagic) { return .archive }
    // A length, whose last byte is zero, and the type and name of a first element. A text has no zero.
    guard head.count >= 5, head[3] == 0, longest >= length(head), length(head) >= 5 else {
      return nil
    }
    let isElement = 1...0x13 ~= head[4] || head[4] == 0x7F || head[4] == 0xFF
    return isElement || head[4] == 0 && length(head) == 5 ? .documents : nil
  }

  private static func length(_ bytes: Bytes) -> Int {
    (0..<4).reduce(0) { $0 | Int(bytes[$1]) << (8 * $1) }
  }

  package mutating func read(
    _ container: Container,
    _ window: ReadingWindow,
    from source: inout any ByteSource,
    _ body: (TrailReader.Piece) -> Void
  ) throws(TrailError) {
    guard container == .documents else { return try readArchive(window, from: &source, body) }
    while true {
      switch try next(window, from: &source) {
      case .end: return
      case .document(let bytes): hand(bytes, body)
      case .separator: return body(corrupt("a length is wrong"))
      case .damage(let piece): return body(piece)
      }
    }
  }

  // MARK: Blocks

  private enum Block {
    case document(Bytes)
    /// What an archive has behind the documents of a block.
    case separator
    case end
    /// Nothing can be read behind this.
    case damage(TrailReader.Piece)
  }

  /// The next document; it is gone when the one behind it is read.
  private mutating func next(
    _ window: ReadingWindow,
    from source: inout any ByteSource
  ) throws(TrailError) -> Block {
    while window.count < 4, try window.refill(from: &source) {}
    guard window.count >= 4 else {
      return end(of: window, source)
    }
    let length = Self.length(window.bytes(window.head..<window.tail))
    if length == 0xFFFF_FFFF {
      window.head += 4
      return .separator
    }
    guard 5...Self.longest ~= length else {
      window.head = window.tail
      return .damage(corrupt("a document has the length \(length)"))
    }
    while window.count < length, try window.refill(from: &source) {}
    guard window.count >= length else { return end(of: window, source) }
    window.head += length
    return .document(window.bytes(window.head - length..<window.head))
  }

  /// What the compression says of its own end is said once.
  private func end(of window: ReadingWindow, _ source: any ByteSource) -> Block {
    let isCut = window.count > 0 && source.damage == nil
    window.head = window.tail
    return isCut ? .damage(truncated) : .end
  }

  private mutating func hand(
    _ bytes: Bytes,
    _ body: (TrailReader.Piece) -> Void
  ) {
    number += 1
    let number = number
    guard bytes.count <= limit else {
      let sentence = "the document is longer than \(limit) bytes; it was not checked"
      return body(.damage(.lineTooLong, at: .init(number: number), sentence: sentence))
    }
    do throws(BSONText.Fault) {
      try text.write(bytes) { body(.document($0, at: .init(number: number))) }
    } catch {
      let sentence = "not BSON, byte \(error.offset + 1): \(error.sentence)"
      body(.damage(.lineDamaged, at: .init(number: number), sentence: sentence))
    }
  }

  private var truncated: TrailReader.Piece {
    let sentence = "the dump ends within document \(number + 1)"
    return .damage(.fileTruncated, at: .init(number: number + 1), sentence: sentence)
  }

  private func corrupt(_ reason: String) -> TrailReader.Piece {
    .damage(
      .fileCorrupt,
      at: .init(number: number + 1),
      sentence: "the dump is damaged here: \(reason); what follows was not checked"
    )
  }

  // MARK: Archives

  /// A collection in an archive.
  private struct Namespace: Hashable {
    private let database: ByteKey
    private let key: ByteKey

    init(_ header: BSONHeader) {
      database = ByteKey(header.texts["db"] ?? "")
      key = ByteKey(header.texts["collection"] ?? "")
    }

    var collection: String { key.text }
    var databaseName: String { database.text }
    var name: String { database.text.isEmpty ? key.text : database.text + "." + key.text }
  }

  private mutating func readArchive(
    _ window: ReadingWindow,
    from source: inout any ByteSource,
    _ body: (TrailReader.Piece) -> Void
  ) throws(TrailError) {
    window.head += Self.archiveMagic.count
    guard let namespaces = try readPrelude(window, from: &source, body) else { return }
    let wanted = try choose(from: namespaces)
    var checksums: [Namespace: CRC64] = [:]
    // Views are announced as well, and have no block.
    var open = wanted
    var current: Namespace?
    while true {
      switch try next(window, from: &source) {
      case .end:
        if current != nil || !open.isEmpty, source.damage == nil {
          let sentence = "the archive ends before its collections do"
          body(.damage(.fileTruncated, at: .init(number: number + 1), sentence: sentence))
        }
        return
      case .damage(let piece): return body(piece)
      case .separator:
        guard current != nil else { return body(corrupt("a block has no collection")) }
        current = nil
      case .document(let bytes):
        guard let namespace = current else {
          guard let header = BSONHeader(bytes), header.texts["collection"] != nil else {
            return body(corrupt("a block has no collection"))
          }
          let namespace = Namespace(header)
          current = namespace
          if !header.isEnd {
            open.insert(namespace)
            continue
          }
          open.remove(namespace)
          if wanted.contains(namespace), let checksum = header.checksum,
            checksum != checksums[namespace, default: CRC64()].value
          {
            body(wrongChecksum(namespace))
          }
          continue
        }
        guard wanted.contains(namespace) else { continue }
        checksums[namespace, default: CRC64()].add(bytes)
        hand(bytes, body)
      }
    }
  }

  /// The names of the collections that an archive announces, with their databases.
  mutating func collections(
    _ window: ReadingWindow,
    from source: inout any ByteSource
  ) throws(TrailError) -> [(database: String, name: String)] {
    window.head += Self.archiveMagic.count
    var damage: TrailReader.Piece?
    guard let names = try readPrelude(window, from: &source, { damage = $0 }) else {
      if case .damage(_, _, let sentence)? = damage { throw TrailError("\(name): \(sentence)") }
      throw TrailError("\(name): the archive cannot be read")
    }
    return names.map { ($0.databaseName, $0.collection) }
  }

  /// The collections that an archive announces; nil if it is damaged.
  private mutating func readPrelude(
    _ window: ReadingWindow,
    from source: inout any ByteSource,
    _ body: (TrailReader.Piece) -> Void
  ) throws(TrailError) -> [Namespace]? {
    var namespaces: [Namespace] = []
    while true {
      switch try next(window, from: &source) {
      case .separator: return namespaces
      case .document(let bytes):
        // The first one is about the archive itself.
        if let header = BSONHeader(bytes), header.texts["collection"] != nil {
          namespaces.append(Namespace(header))
        }
      case .end:
        if source.damage == nil { body(truncated) }
        return nil
      case .damage(let piece):
        body(piece)
        return nil
      }
    }
  }

  /// The collections that hold events: those of the usual name, or the only one there is.
  private func choose(from namespaces: [Namespace]) throws(TrailError) -> Set<Namespace> {
    let usual = namespaces.filter {
      $0.collection.utf8.elementsEqual((collection ?? "AuditEvent").utf8)
    }
    if !usual.isEmpty || collection != nil { return Set(usual) }
    let others = namespaces.filter { !$0.collection.hasPrefix("system.") }
    if others.count == 1 { return Set(others) }
    let names = others.prefix(20).map { plainOrQuoted($0.name) }.joined(separator: ", ")
    throw TrailError(
      "\(name) is an archive without a collection AuditEvent; it has \(others.isEmpty ? "none" : names). "
        + "Dump the one that holds the events: mongodump --db DATABASE --collection NAME --archive=FILE"
    )
  }

  private func wrongChecksum(_ namespace: Namespace) -> TrailReader.Piece {
    .damage(
      .fileCorrupt,
      at: .init(number: max(1, number)),
      sentence:
        "the checksum of the collection \(plainOrQuoted(namespace.name)) is not that of its documents: "
        + "one of them was changed or is missing"
    )
  }
}
