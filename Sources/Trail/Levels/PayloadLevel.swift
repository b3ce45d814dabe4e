import Deflate
import Formats
import Foundation
import JSON

/// Reads the payload of a scoped event, and says what is wrong with it.
struct PayloadLevel {
  let edition: Edition
  let limits: TrailLimits
  var schema: CaseSchema?

  /// The payload without what could not be made sense of; nil if there is none, or none that can be read.
  func read(
    _ document: inout AuditDocument,
    _ data: JSON?,
    into findings: inout FindingSummary
  ) -> TrailPayload? {
    guard document.isScoped, let data else { return nil }
    var say = Saying(position: document.position, id: document.id, taking: &findings)
    defer { findings = say.findings }
    guard let json = parse(data, &document, &say) else { return nil }
    if document.event == "read" { return read(json, &say) }
    return write(json, &say)
  }

  private func parse(
    _ data: JSON,
    _ document: inout AuditDocument,
    _ say: inout Saying
  ) -> JSON? {
    if let text = data.string {
      if edition.compressesPayloads {
        say(.payloadUncompressed, "the payload is text; edition 2022 compresses it")
      }
      return parse(text.utf8, &say)
    }
    guard case .binary(let base64, _)? = ExtendedValue(data),
      let compressed = Data(base64Encoded: base64)
    else { return nil }
    do throws(Deflate.Failure) {
      let bytes = try Deflate.inflate(Array(compressed), limit: limits.payloadBytes)
      document.data = String(decoding: bytes, as: UTF8.self)
      return parse(bytes, &say)
    } catch {
      switch error {
      case .corrupt: say(.payloadNoDeflate, "the payload does not inflate: it is no DEFLATE data")
      case .truncated: say(.payloadNoDeflate, "the payload does not inflate: its end is missing")
      case .trailingBytes:
        say(.payloadNoDeflate, "the payload does not inflate: bytes follow its end")
      case .tooLarge(let limit):
        say(
          .payloadTooLarge,
          "the payload inflates to more than \(limit) bytes; it was not checked"
        )
      }
      return nil
    }
  }

  private func parse(_ bytes: some Collection<UInt8>, _ say: inout Saying) -> JSON? {
    do throws(JSONError) {
      return try JSON(parsing: bytes, limits: JSONLimits(depth: limits.depth))
    } catch {
      let code: FindingCode =
        switch error.rule {
        case .uniqueKeys: .payloadKeyTwice
        case .encoding: .payloadNotUTF8
        case .depth: .payloadTooDeep
        case .grammar: .payloadNoJSON
        }
      say(code, "the payload, \(error.position): \(quotedMessage(error))")
      return nil
    }
  }

  // MARK: Reads

  private func read(_ json: JSON, _ say: inout Saying) -> TrailPayload? {
    guard let members = json.object, members.count == 2, let name = members["type"]?.string,
      let objects = members["value"]?.array
    else {
      say(
        .readShape,
        "the payload of a read is an object of a type, which is text, and a value, which is an array; this is \(shape(json))"
      )
      return nil
    }
    if objects.isEmpty { say(.readEmpty, "the read of class \(quoted(name)) holds no object") }
    var keys = KeyTally()
    for object in objects { note(object, of: name, in: "the read", &keys, .read, &say) }
    return .read(className: name, objects: objects)
  }

  // MARK: Writes

  private func write(_ json: JSON, _ say: inout Saying) -> TrailPayload? {
    guard let classes = json.object else {
      say(.writeShape, "the payload of a write is \(shape(json)), no object of classes")
      return nil
    }
    if classes.isEmpty { say(.writeEmpty, "the write names no class") }
    var payload: [TrailPayload.Changes] = []
    for (name, value) in classes {
      guard let lists = value.object else {
        say(
          .writeShape,
          "the changes of class \(quoted(name)) are \(value.extendedName), no object"
        )
        continue
      }
      if lists.isEmpty { say(.arrayEmpty, "class \(quoted(name)) has no change") }
      payload.append(changes(of: name, lists, &say))
    }
    let recreated = recreatedKeys(in: payload)
    for changes in payload { compare(changes, recreated, &say) }
    return .write(payload)
  }

  private func changes(
    of name: String,
    _ lists: JSONObject,
    _ say: inout Saying
  ) -> TrailPayload.Changes {
    var changes = TrailPayload.Changes(className: name)
    var keys = KeyTally()
    for (list, value) in lists {
      guard let kind = KeyTally.List(rawValue: list), kind != .read else {
        say(
          .writeShape,
          "class \(quoted(name)) has \(quoted(list)), which is none of insertions, modifications and deletions"
        )
        continue
      }
      guard let elements = value.array else {
        say(
          .writeShape,
          "the \(list) of class \(quoted(name)) are \(value.extendedName), no array"
        )
        continue
      }
      if elements.isEmpty { say(.arrayEmpty, "the \(list) of class \(quoted(name)) are empty") }
      switch kind {
      case .read: break
      case .insertions:
        changes.insertions = elements
        for object in elements { note(object, of: name, in: list, &keys, kind, &say) }
      case .deletions:
        changes.deletions = elements
        for object in elements { note(object, of: name, in: list, &keys, kind, &say) }
      case .modifications:
        for element in elements {
          guard let modification = modification(element, of: name, &say) else { continue }
          changes.modifications.append(modification)
          note(modification.oldValue, of: name, in: list, &keys, kind, &say)
        }
      }
    }
    return changes
  }

  private func modification(
    _ json: JSON,
    of name: String,
    _ say: inout Saying
  ) -> TrailPayload.Modification? {
    guard let members = json.object, members.count == 2, let old = members["oldValue"],
      let new = members["newValue"]
    else {
      say(
        .modificationShape,
        "a modification of class \(quoted(name)) is \(shape(json)), not an oldValue with its newValue"
      )
      return nil
    }
    return TrailPayload.Modification(oldValue: old, newValue: new)
  }

  /// Holds the new values of each modification against the old ones.
  ///
  /// It waits until all lists are known: a link to an object that was deleted and created again is the same key and
  /// another object.
  private func compare(
    _ changes: TrailPayload.Changes,
    _ recreated: Set<JSON>,
    _ say: inout Saying
  ) {
    let primaryKey = primaryKey(of: changes.className)
    for modification in changes.modifications {
      guard let old = modification.oldValue.object, let new = modification.newValue.object else {
        continue
      }
      for (key, value) in new {
        guard let before = old[key] else {
          say(
            .newKey,
            "newValue of class \(quoted(changes.className)) has \(quoted(key)), which oldValue lacks"
          )
          continue
        }
        guard before == value else {
          if key == primaryKey {
            say(
              .keyChanged,
              "a modification of class \(quoted(changes.className)) changes the primary key \(quoted(key))"
            )
          }
          continue
        }
        if mayHideChange(value) || recreated.contains(value) {
          say(
            .changeUnseen,
            "newValue of class \(quoted(changes.className)) has \(quoted(key)) just as oldValue has it: what differs is not written"
          )
        } else {
          say(
            .valueUnchanged,
            "newValue of class \(quoted(changes.className)) has \(quoted(key)) just as oldValue has it"
          )
        }
      }
    }
  }

  /// The keys of objects that were deleted and created again: a link to one is the same key and leads elsewhere.
  private func recreatedKeys(in payload: [TrailPayload.Changes]) -> Set<JSON> {
    var recreated: Set<JSON> = []
    for changes in payload where !changes.deletions.isEmpty && !changes.insertions.isEmpty {
      let key = primaryKey(of: changes.className)
      let deleted = Set(changes.deletions.compactMap { $0[key] })
      recreated.formUnion(changes.insertions.compactMap { $0[key] }.filter(deleted.contains))
    }
    return recreated
  }

  /// Whether a value can be written like another one: null stands for NaN too, and what lists and objects hold may be
  /// left out.
  private func mayHideChange(_ value: JSON) -> Bool {
    switch value {
    case .null, .array, .object: true
    default: false
    }
  }

  /// Notes the key of an object, and that what stands for an object is one.
  private func note(
    _ object: JSON,
    of name: String,
    in list: String,
    _ keys: inout KeyTally,
    _ kind: KeyTally.List,
    _ say: inout Saying
  ) {
    guard let members = object.object else {
      return say(
        .elementNoObject,
        "\(list) of class \(quoted(name)): \(object.extendedName) stands for an object"
      )
    }
    guard schema?.classes[name]?.isEmbedded != true, let key = members[primaryKey(of: name)],
      !key.isNull
    else { return }
    switch keys.note(key, in: kind) {
    case nil: return
    case .twice:
      say(.keyTwice, "\(list) of class \(quoted(name)): the key \(shortText(key)) is there twice")
    case .insertedAndModified:
      say(
        .insertedAndModified,
        "the object \(shortText(key)) of class \(quoted(name)) is inserted and modified"
      )
    case .modifiedAndDeleted:
      say(
        .modifiedAndDeleted,
        "the object \(shortText(key)) of class \(quoted(name)) is modified and deleted"
      )
    }
  }

  private func primaryKey(of name: String) -> String { schema?.classes[name]?.primaryKey ?? "_id" }

  private func shortText(_ key: JSON) -> String {
    if let text = key.string { return quoted(text) }
    return key.text().count <= 80 ? key.text() : key.extendedName
  }

  private func shape(_ json: JSON) -> String {
    guard let object = json.object else { return json.extendedName }
    let keys = object.prefix(4).map { quoted($0.key) }.joined(separator: ", ")
    let rest = object.count > 4 ? " and \(object.count - 4) more" : ""
    return object.isEmpty ? "an empty object" : "an object with \(keys)\(rest)"
  }
}

/// The message of a parser quotes what it found, which may be long.
func quotedMessage(_ error: JSONError) -> String {
  let limit = 200
  guard error.message.unicodeScalars.count > limit else { return error.message }
  return String(String.UnicodeScalarView(error.message.unicodeScalars.prefix(limit))) + "…"
}

/// In which lists of one class a key stands.
struct KeyTally {
  /// The lists that objects stand in.
  enum List: String {
    case read, insertions, modifications, deletions

    fileprivate var bit: UInt8 {
      switch self {
      case .read: 1
      case .insertions: 2
      case .modifications: 4
      case .deletions: 8
      }
    }
  }

  enum Conflict { case twice, insertedAndModified, modifiedAndDeleted }

  private var lists: [JSON: UInt8] = [:]

  /// Notes that a key stands in a list, and says what contradicts that.
  ///
  /// In insertions and deletions at once it may stand: deleted and created again.
  mutating func note(_ key: JSON, in list: List) -> Conflict? {
    let before = lists[key, default: 0]
    lists[key] = before | list.bit
    let all = before | list.bit
    if before & list.bit != 0 { return .twice }
    let (inserted, modified, deleted) = (
      List.insertions.bit, List.modifications.bit, List.deletions.bit
    )
    if list == .deletions, all & modified != 0 { return .modifiedAndDeleted }
    if list == .insertions, all & modified != 0, before & deleted == 0 {
      return .insertedAndModified
    }
    if list == .modifications {
      if before & deleted != 0 { return .modifiedAndDeleted }
      if before & inserted != 0 { return .insertedAndModified }
    }
    return nil
  }
}
