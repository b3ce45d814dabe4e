import Formats
import JSON

/// Reads the fields of a document, and says what is wrong with them.
struct DocumentLevel {
  private static let objectIdDigits = 24

  /// What a field of a document means.
  private enum Role: UInt8 {
    case unknown, metadata, watched, id, partition, activity, event, data, timestamp
  }

  /// Fields that something is wrong with.
  private struct Faults: OptionSet {
    let rawValue: UInt8

    static let id = Self(rawValue: 1)
    static let partition = Self(rawValue: 2)
    static let activity = Self(rawValue: 4)
    static let timestamp = Self(rawValue: 8)
    static let event = Self(rawValue: 16)
    static let data = Self(rawValue: 32)
    static let metadata = Self(rawValue: 64)
    static let eventCase = Self(rawValue: 128)
    /// A document that lacks one of these is at fault as well.
    static let required: Self = [.id, .partition, .activity, .timestamp]
  }

  private let edition: Edition
  private let log: FindingLog
  private let names: [(name: Name, role: Role)]
  private let otherActivity: Name
  private let readEvent = Name("read")
  private let dateKey = Name(ExtendedValue.Key.date.rawValue)
  private let longKey = Name(ExtendedValue.Key.long.rawValue)
  private let writeEvent = Name("write")
  /// The meanings of the fields that were seen, by the number of their key.
  private var roles = Array(repeating: Role.unknown, count: ShapeMemory.nodeLimit)
  private let readsMetadata: Bool
  /// The metadata that is asked about.
  package private(set) var watched: WatchedFields

  /// Metadata need not be gathered if it is not looked at.
  init(
    edition: Edition,
    readsMetadata: Bool,
    log: FindingLog,
    watched: WatchedFields = WatchedFields()
  ) {
    self.watched = watched
    self.edition = edition
    self.readsMetadata = readsMetadata
    self.log = log
    let roles: [(String, Role)] = [
      ("_id", .id), ("_partition", .partition), (edition.activityField, .activity),
      ("event", .event), ("data", .data), ("timestamp", .timestamp),
    ]
    names = roles.map { (Name($0), $1) }
    otherActivity = Name(edition == .draft ? "activity" : "scope")
  }

  /// Reads a document as far as it can be read.
  package mutating func read(_ fields: Value, into document: inout Document) {
    var faults = Faults.required
    for field in fields.children {
      let role = role(of: field)
      switch role {
      case .id:
        document.id = objectId(field)
        if document.id != nil { faults.remove(.id) }
      case .timestamp:
        document.timestamp = date(field)
        if document.timestamp != nil { faults.remove(.timestamp) }
      case .data:
        if field.isString { document.data = field } else if !field.isNull { faults.insert(.data) }
      case .event:
        if field.isString {
          document.event = field
          document.kind = field.says(readEvent) ? .read : field.says(writeEvent) ? .write : .custom
          if document.kind == .custom, field.isScopedButForCase { faults.insert(.eventCase) }
        } else if !field.isNull {
          faults.insert(.event)
        }
      case .partition:
        guard field.isString else { continue }
        document.partition = field
        if isPartition(field) { faults.remove(.partition) }
      case .activity:
        guard field.isString else { continue }
        document.activity = field
        faults.remove(.activity)
      case .metadata, .watched, .unknown:
        if role == .watched, watched.note(field) { document.namesUser = true }
        if field.isString {
          if readsMetadata { document.metadata.append(field) }
        } else if !field.isNull {
          faults.insert(.metadata)
        }
        if !(1...63 ~= field.key.length) { faults.insert(.metadata) }
      }
    }
    log.id = document.id
    if document.isScoped, document.data == nil { faults.insert(.data) }
    if !faults.isEmpty { explain(faults, fields, &document) }
    if watched.hasRequired { explainMissing() }
  }

  @inline(__always)
  private mutating func role(of field: Value) -> Role {
    let number = Int(field.node.key)
    if number > 0, roles[number] != .unknown { return roles[number] }
    return unknownRole(of: field, number)
  }

  @inline(never)
  private mutating func unknownRole(of field: Value, _ number: Int) -> Role {
    let other: Role = watched.contains(field) ? .watched : .metadata
    let role = names.first { field.isNamed($0.name) }?.role ?? other
    if number > 0 { roles[number] = role }
    return role
  }

  // MARK: Fields

  private func objectId(_ value: Value) -> DocumentId? {
    if value.node.count == 35, ByteWords.load(value.start) == ByteWords.oidStart,
      let id = DocumentId(hex: value.start + 9)
    {
      return id
    }
    // Another spelling of the same value.
    guard case .objectId(let digits)? = ExtendedValue(value.json) else { return nil }
    return DocumentId(hex: digits)
  }

  private func date(_ value: Value) -> Int64? {
    if value.node.count > 12, ByteWords.load(value.start) == ByteWords.dateStart {
      // The document stands there while it is read.
      let text = unsafe (value.start + 10).bytes(value.node.count - 12)
      if let date = unsafe Timestamp(iso8601: text.span) { return date.milliseconds }
    }
    if let milliseconds = canonicalDate(value) { return milliseconds }
    let json = value.json
    if case .date(let date)? = ExtendedValue(json) { return date.milliseconds }
    // As strict mode wrote dates before there were canonical and relaxed documents.
    guard let object = json.object, object.count == 1 else { return nil }
    return object[ExtendedValue.Key.date.rawValue]?.int
  }

  /// A date as canonical exports write it, in the millions: `{"$date":{"$numberLong":"1655995477000"}}`.
  private func canonicalDate(_ value: Value) -> Int64? {
    guard value.isObject, value.children.isOne, let date = value[dateKey], date.isObject,
      date.children.isOne, let digits = date[longKey]?.plainContent
    else { return nil }
    // Longer numbers and those before 1970 are read at leisure.
    guard 1...18 ~= digits.count, digits[0] != Ascii.zero, digits.allSatisfy(\.isDigit) else {
      return nil
    }
    return digits.reduce(0) { $0 * 10 + Int64($1 &- Ascii.zero) }
  }

  private func isPartition(_ value: Value) -> Bool {
    guard let content = value.content else { return false }
    return isPartition(content)
      || Bytes.withCopy(of: (value.string ?? "").utf8, isPartition)
  }

  /// Whether it is a prefix, a hyphen and 24 digits; a prefix is not empty and has no slashes: CONFIG-6 and CONFIG-7.
  private func isPartition(_ name: Bytes) -> Bool {
    let prefix = name.count - Self.objectIdDigits - 1
    let start = name.start
    guard prefix > 0, start[prefix] == UInt8(ascii: "-"),
      ByteWords.areObjectIdDigits(at: start + prefix + 1)
    else { return false }
    for place in 0..<prefix
    where start[place] == UInt8(ascii: "/") || start[place] == Ascii.backslash {
      return false
    }
    return true
  }
}

// What follows runs for faulty documents only, and where payloads are compressed.
extension DocumentLevel {
  @inline(never)
  private mutating func explain(_ faults: Faults, _ fields: Value, _ document: inout Document) {
    var known: [Role: Value] = [:]
    for field in fields.children { known[role(of: field)] = field }
    if faults.contains(.id) {
      let wanted = "not an objectId of 24 hexadecimal digits"
      explain(known[.id], "_id", .idMissing, .idType, wanted)
    }
    if faults.contains(.partition) {
      if let text = document.partition?.string {
        log(
          .partitionForm,
          "_partition is \(text.quoted), not a prefix with a hyphen and 24 lowercase hexadecimal digits"
        )
      } else {
        explain(known[.partition], "_partition", .partitionMissing, .partitionType, "not a string")
      }
    }
    if faults.contains(.activity) {
      explainActivity(known[.activity], fields[otherActivity], &document)
    }
    if faults.contains(.timestamp) {
      let wanted = "not a date that can be read"
      explain(known[.timestamp], "timestamp", .timestampMissing, .timestampType, wanted)
    }
    if faults.contains(.event), let event = known[.event] {
      log(.eventType, "event is \(event.words), not a string")
    }
    if faults.contains(.eventCase), let event = known[.event]?.string {
      log(
        .eventCase,
        "event is \(event.quoted): events of scopes are called read or write, and this is taken for a custom event"
      )
    }
    if faults.contains(.data) { readData(known[.data], &document) }
    if faults.contains(.metadata) { explainMetadata(fields) }
  }

  private func explain(
    _ value: Value?,
    _ name: String,
    _ missing: FindingCode,
    _ type: FindingCode,
    _ wanted: String
  ) {
    guard let value else { return log(missing, "the document has no \(name)") }
    log(type, "\(name) is \(value.wordsOrText), \(wanted)")
  }

  private func explainActivity(_ value: Value?, _ other: Value?, _ document: inout Document) {
    let field = edition.activityField
    guard value == nil, let other, other.isString else {
      return explain(value, field, .activityMissing, .activityType, "not a string")
    }
    let editions = edition == .draft ? "--edition 2023" : "--edition 2022"
    document.activity = other
    log(
      .activityField,
      "the document has no \(field), but \(otherActivity.text), as other editions have it; see \(editions)"
    )
  }

  /// Reads data that is not text.
  private func readData(_ value: Value?, _ document: inout Document) {
    guard let value, !value.isNull else {
      log(.dataMissing, "the \(document.kind) event has no data; it is taken for a custom event")
      return document.kind = .custom
    }
    let json = value.json
    let isBinary = json.object?[ExtendedValue.Key.binary.rawValue] != nil
    if isBinary, edition.compressesPayloads {
      if ExtendedValue(json) != nil { return document.data = value }
      return log(
        .dataType,
        "data is binary, but is not \(ExtendedValue.Key.binary.content) that can be read: \(value.wordsOrText)"
      )
    }
    let hint = isBinary ? "; payloads are compressed with --edition 2022 alone" : ""
    log(.dataType, "data is \(value.words), not a string\(hint)")
  }

  private mutating func explainMissing() {
    for field in watched.takeMissing() {
      log(.metadataMissing, "the event has no \(field.quoted), which --require asks for")
    }
  }

  private mutating func explainMetadata(_ fields: Value) {
    for field in fields.children where [.metadata, .watched].contains(role(of: field)) {
      let name = field.name
      if !(1...63 ~= name.utf8.count) {
        log(.metadataKey, "the field \(name.quoted) has a name of \(name.utf8.count) bytes")
      }
      // Null is a field that other events have, and this one has not.
      if !field.isString, !field.isNull {
        log(.metadataType, "the field \(name.quoted) is \(field.words), not a string")
      }
    }
  }
}

extension Value {
  /// What it is, in a word for people.
  package var words: String { json.extendedName }

  /// The same, or the beginning of its text if it is an object: the word would not say what is wrong in it.
  fileprivate var wordsOrText: String {
    guard isObject else { return words }
    let limit = 120
    let text = json.text()
    return text.utf8.count > limit ? String(text.prefix(limit)) + "…" : text
  }
}
