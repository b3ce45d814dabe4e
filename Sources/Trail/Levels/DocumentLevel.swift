import Formats
import JSON

/// Reads the fields of a document, and says what is wrong with them.
struct DocumentLevel {
  private static let objectIdDigits = 24

  let edition: Edition

  /// The document as far as it can be read.
  func read(
    _ fields: JSONObject,
    at position: TrailPosition,
    into findings: inout FindingSummary
  ) -> (document: AuditDocument, data: JSON?) {
    var document = AuditDocument(position: position)
    // The id comes first, so that every other finding can name it.
    if case .objectId(let id)? = fields["_id"].flatMap({ ExtendedValue($0) }) { document.id = id }
    var say = Saying(position: position, id: document.id, taking: &findings)
    if let id = fields["_id"] {
      if document.id == nil { say(.idType, "_id is \(Self.words(id)), no objectId") }
    } else {
      say(.idMissing, "the document has no _id")
    }
    document.partition = partition(fields["_partition"], &say)
    document.activity = activity(fields, &say)
    document.timestamp = timestamp(fields["timestamp"], &say)
    document.event = event(fields["event"], &say)
    let data = data(fields["data"], document, &say)
    document.data = data?.string
    for (key, value) in fields where !isOwn(key) {
      if key.isEmpty || key.utf8.count > 63 {
        say(.metadataKey, "the field \(quoted(key)) has a name of \(key.utf8.count) bytes")
      }
      switch value {
      case .string(let text): document.metadata.append(.init(key: key, value: text))
      // A field that other events have, and this one has not.
      case .null: continue
      default: say(.metadataType, "the field \(quoted(key)) is \(Self.words(value)), no string")
      }
    }
    findings = say.findings
    return (document, data)
  }

  private func isOwn(_ key: String) -> Bool {
    switch key {
    case "_id", "_partition", "timestamp", "event", "data": true
    default: key == edition.activityField
    }
  }

  private func partition(_ value: JSON?, _ say: inout Saying) -> String? {
    guard let value else {
      say(.partitionMissing, "the document has no _partition")
      return nil
    }
    guard let text = value.string else {
      say(.partitionType, "_partition is \(Self.words(value)), no string")
      return nil
    }
    let bytes = Array(text.utf8)
    let digits = bytes.suffix(Self.objectIdDigits)
    // A prefix is not empty and has no slashes: CONFIG-6 and CONFIG-7.
    let isSound =
      bytes.count > Self.objectIdDigits + 1 && digits.allSatisfy(\.isLowerHexDigit)
      && bytes[bytes.count - Self.objectIdDigits - 1] == UInt8(ascii: "-")
      && !bytes.contains(UInt8(ascii: "/")) && !bytes.contains(UInt8(ascii: "\\"))
    if !isSound {
      say(
        .partitionForm,
        "_partition is \(quoted(text)), not a prefix with a hyphen and 24 lowercase hexadecimal digits"
      )
    }
    return text
  }

  private func activity(_ fields: JSONObject, _ say: inout Saying) -> String? {
    let field = edition.activityField
    if let value = fields[field] {
      if value.string == nil { say(.activityType, "\(field) is \(Self.words(value)), no string") }
      return value.string
    }
    let other = edition == .draft ? "activity" : "scope"
    if let text = fields[other]?.string {
      let editions = edition == .draft ? "--edition 2023" : "--edition 2022"
      say(
        .activityField,
        "the document has no \(field), but \(other), as other editions have it; see \(editions)"
      )
      return text
    }
    say(.activityMissing, "the document has no \(field)")
    return nil
  }

  private func timestamp(_ value: JSON?, _ say: inout Saying) -> Int64? {
    guard let value else {
      say(.timestampMissing, "the document has no timestamp")
      return nil
    }
    guard case .date(let date)? = ExtendedValue(value) else {
      say(.timestampType, "timestamp is \(Self.words(value)), no date that can be read")
      return nil
    }
    return date.milliseconds
  }

  private func event(_ value: JSON?, _ say: inout Saying) -> String? {
    switch value {
    case nil, .null: return nil
    case .string(let text): return text
    case let value?:
      say(.eventType, "event is \(Self.words(value)), no string")
      return nil
    }
  }

  private func data(_ value: JSON?, _ document: AuditDocument, _ say: inout Saying) -> JSON? {
    switch value {
    case nil, .null:
      if document.isScoped { say(.dataMissing, "the \(document.event ?? "") event has no data") }
      return nil
    case .string: return value
    case let value? where Self.isBinary(value) && edition.compressesPayloads:
      if ExtendedValue(value) == nil {
        say(.dataType, "data is binary, but its base64 can't be read")
        return nil
      }
      return value
    case let value?:
      let hint =
        Self.isBinary(value) ? "; payloads are compressed with --edition 2022 alone" : ""
      say(.dataType, "data is \(Self.words(value)), no string\(hint)")
      return nil
    }
  }

  /// Whether a value is meant as a binary, sound or not.
  private static func isBinary(_ value: JSON) -> Bool {
    value.object?[ExtendedValue.Key.binary.rawValue] != nil
  }

  private static func words(_ value: JSON) -> String { value.extendedName }
}
