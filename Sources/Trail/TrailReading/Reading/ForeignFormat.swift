import JSON

/// A format in which exports come and that is not read by itself, with the command that makes of it one that is.
struct ForeignFormat {
  /// What a file of it is.
  package let words: String
  /// The command that writes the trail to its output; the name of the file is put behind it.
  private let command: String
  private var isAlone = false

  /// So many bytes are looked at.
  static let headLength = 512

  /// What the file of that name is, and what to do about it.
  func sentence(_ name: String) -> String {
    let file = name == "-" ? "FILE" : Self.shellWord(name)
    let name = name == "-" ? "standard input" : name
    if isAlone { return "\(name) is \(words): \(command)" }
    return "\(name) is \(words), which is not read; uncompress or convert it on the way: "
      + "\(command) \(file) | touchstone check -"
  }

  /// Finds out what begins with these bytes; nil if it may be a trail.
  static func find(in head: some Collection<UInt8>) -> ForeignFormat? {
    let head = Array(head.prefix(headLength))
    if let format = magics.first(where: { head.starts(with: $0.magic) })?.format { return format }
    if head.count >= 262, head[257..<262].elementsEqual("ustar".utf8) {
      return ForeignFormat(words: "an archive of tar", command: "tar -xOf")
    }
    return text(head) ?? table(head)
  }

  static let zstdMagic: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD]

  /// Whether a frame of zstd begins with these bytes, or one that is to be skipped (RFC 8878, 3.1.2): tools put what they
  /// want to know of the frames behind it there.
  static func isZstd(_ head: Bytes) -> Bool {
    head.starts(with: zstdMagic)
      || head.count >= 4 && 0x50...0x5F ~= head[0]
        && head.dropFirst().starts(with: [0x2A, 0x4D, 0x18])
  }
  /// It is read where its library is at hand.
  static let zstd = compressed("zstd", "zstd -dc")

  private static let magics: [(magic: [UInt8], format: ForeignFormat)] = [
    (Array("BZh".utf8), .compressed("bzip2", "bzip2 -dc")),
    ([0xFD] + Array("7zXZ".utf8) + [0], .compressed("xz", "xz -dc")),
    ([0x04, 0x22, 0x4D, 0x18], .compressed("lz4", "lz4 -dc")),
    (zstdMagic, zstd),
    ([0x1F, 0x9D], .compressed("compress", "zcat")),
    (Array("PK\u{3}\u{4}".utf8), .compressed("zip", "unzip -p")),
    (Array("7z".utf8) + [0xBC, 0xAF, 0x27, 0x1C], .compressed("7-Zip", "7z x -so")),
    (
      Array("SQLite format 3\0".utf8),
      ForeignFormat(
        words: "a database of SQLite",
        command: "export the events as JSON, one a line",
        isAlone: true
      )
    ),
    ([0xFF, 0xFE, 0, 0], .encoded("UTF-32", "UTF-32")),
    ([0, 0, 0xFE, 0xFF], .encoded("UTF-32", "UTF-32")),
    ([0xFF, 0xFE], .encoded("UTF-16", "UTF-16")), ([0xFE, 0xFF], .encoded("UTF-16", "UTF-16")),
  ]

  /// Text without a byte order mark: ASCII, as documents begin, with zeros in between.
  private static func text(_ head: [UInt8]) -> ForeignFormat? {
    guard head.count >= 8 else { return nil }
    func isText(_ place: Int) -> Bool {
      head[place] >= 0x20 && head[place] < 0x7F || head[place].isJSONSpace
    }
    func hasZeros(at places: [Int]) -> Bool { places.allSatisfy { head[$0] == 0 } }
    if isText(0), isText(4), hasZeros(at: [1, 2, 3, 5, 6, 7]) {
      return .encoded("UTF-32", "UTF-32LE")
    }
    if isText(3), isText(7), hasZeros(at: [0, 1, 2, 4, 5, 6]) {
      return .encoded("UTF-32", "UTF-32BE")
    }
    if isText(0), isText(2), isText(4), hasZeros(at: [1, 3, 5]) {
      return .encoded("UTF-16", "UTF-16LE")
    }
    if isText(1), isText(3), isText(5), hasZeros(at: [0, 2, 4]) {
      return .encoded("UTF-16", "UTF-16BE")
    }
    return nil
  }

  /// A table whose first line names the fields of documents, as `mongoexport --type=csv` writes it.
  private static func table(_ head: [UInt8]) -> ForeignFormat? {
    let text = head.starts(with: [0xEF, 0xBB, 0xBF]) ? head.dropFirst(3) : head[...]
    guard let first = text.first, first != Ascii.openBrace, first != Ascii.openBracket else {
      return nil
    }
    let line = text.prefix { $0 != 0x0A && $0 != 0x0D }
    for (separator, name) in [
      (UInt8(ascii: ","), "CSV"), (0x09, "a table with tabs"),
      (UInt8(ascii: ";"), "CSV with semicolons"),
    ] {
      let fields = line.split(separator: separator).map { field in
        String(decoding: field, as: UTF8.self).filter { $0 != "\"" }
      }
      guard fields.count > 1, fields.contains("_id") || fields.contains("_partition") else {
        continue
      }
      let delimiter = separator == 0x09 ? "\\t" : String(UnicodeScalar(separator))
      return ForeignFormat(words: name, command: Self.tableCommand(delimiter))
    }
    return nil
  }

  // Empty fields are those that an event does not have. All others are text, but for the objectId and the date.
  private static func tableCommand(_ delimiter: String) -> String {
    """
    python3 -c 'import csv, json, sys; csv.field_size_limit(2**30); [print(json.dumps({k: {"$oid": v[-25:-1] if v[-1] == \
    ")" else v} if k == "_id" else {"$date": v} if k == "timestamp" else v for k, v in r.items() if v})) for r in \
    csv.DictReader(open(sys.argv[1], encoding="utf-8-sig", newline=""), delimiter="\(delimiter)")]'
    """
  }

  private static func compressed(_ name: String, _ command: String) -> ForeignFormat {
    ForeignFormat(words: "compressed with \(name)", command: command)
  }

  private static func encoded(_ name: String, _ exactly: String) -> ForeignFormat {
    ForeignFormat(words: "in \(name)", command: "iconv -f \(exactly) -t UTF-8")
  }

  /// A name as a word of a command line.
  private static func shellWord(_ name: String) -> String {
    let isPlain = name.utf8.allSatisfy {
      $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
        || $0 == UInt8(ascii: "_") || $0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 26
    }
    return isPlain ? name : "'" + name.replacing("'", with: "'\\''") + "'"
  }
}
