import Deflate
import Formats
import Foundation
import JSON

/// Reads the payload of a scoped event, and says what is wrong with it.
struct PayloadLevel {
  private let edition: Edition
  private let limits: TrailLimits
  private let primaryKeys: PrimaryKeys
  /// The classes whose objects live in others, and are not told apart.
  private let embedded: Set<String>
  private var keys = KeyTally()

  init(edition: Edition, limits: TrailLimits, schema: CaseSchema?) {
    self.edition = edition
    self.limits = limits
    primaryKeys = PrimaryKeys(schema)
    embedded = Set((schema?.classes ?? [:]).filter(\.value.isEmbedded).keys)
  }

  /// The payload without what could not be made sense of; nil if there is none, or none that can be read.
  mutating func read(
    _ document: Document,
    with reader: TextReader,
    into findings: inout FindingSummary
  ) -> Payload? {
    guard document.isScoped, let data = document.data,
      let payload = parse(data, document, reader, &findings)
    else { return nil }
    return document.kind == .read
      ? read(payload, document, &findings) : write(payload, document, &findings)
  }

  private func parse(
    _ data: Value,
    _ document: Document,
    _ reader: TextReader,
    _ findings: inout FindingSummary
  ) -> Value? {
    do throws(JSONError) {
      if data.isString {
        if edition.compressesPayloads {
          findings.add(
            .payloadUncompressed,
            in: document,
            "the payload is text; edition 2022 compresses it"
          )
        }
        return try reader.payload(in: data)
      }
      return try inflate(data, document, &findings).map { bytes throws(JSONError) in
        try reader.payload(bytes)
      }
    } catch {
      let code: FindingCode =
        switch error.rule {
        case .uniqueKeys: .payloadKeyTwice
        case .encoding: .payloadNotUTF8
        case .depth: .payloadTooDeep
        case .grammar: .payloadNoJSON
        }
      findings.add(code, in: document, "the payload, \(error.position): \(quotedMessage(error))")
      return nil
    }
  }

  private func inflate(
    _ data: Value,
    _ document: Document,
    _ findings: inout FindingSummary
  ) -> [UInt8]? {
    guard case .binary(let base64, _)? = ExtendedValue(data.json),
      let compressed = Data(base64Encoded: base64)
    else { return nil }
    do throws(Deflate.Failure) {
      return try Deflate.inflate(Array(compressed), limit: limits.payloadBytes)
    } catch {
      let reason: String
      switch error {
      case .corrupt: reason = "it is no DEFLATE data"
      case .truncated: reason = "its end is missing"
      case .trailingBytes: reason = "bytes follow its end"
      case .tooLarge(let limit):
        findings.add(
          .payloadTooLarge,
          in: document,
          "the payload inflates to more than \(limit) bytes; it was not checked"
        )
        return nil
      }
      findings.add(.payloadNoDeflate, in: document, "the payload does not inflate: \(reason)")
      return nil
    }
  }

  // MARK: Reads

  private mutating func read(
    _ payload: Value,
    _ document: Document,
    _ findings: inout FindingSummary
  ) -> Payload? {
    guard let name = payload[Payload.Names.type], name.isString,
      let objects = payload[Payload.Names.value], objects.isArray, payload.count == 2
    else {
      findings.add(
        .readShape,
        in: document,
        "the payload of a read is an object of a type, which is text, and a value, which is an array; this is \(payload.shape)"
      )
      return nil
    }
    if objects.children.isEmpty {
      findings.add(
        .readEmpty,
        in: document,
        "the read of class \(quoted(name.string ?? "")) holds no object"
      )
    }
    keys.clear()
    let primaryKey = tellingKey(of: name.string ?? "")
    for object in objects.children {
      note(object, of: name.string ?? "", primaryKey, .read, document, &findings)
    }
    return .read(className: name, objects: objects)
  }

  // MARK: Writes

  private mutating func write(
    _ payload: Value,
    _ document: Document,
    _ findings: inout FindingSummary
  ) -> Payload? {
    guard payload.isObject else {
      findings.add(
        .writeShape,
        in: document,
        "the payload of a write is \(payload.shape), no object of classes"
      )
      return nil
    }
    if payload.children.isEmpty {
      findings.add(.writeEmpty, in: document, "the write names no class")
    }
    for member in payload.children {
      guard member.isObject else {
        findings.add(
          .writeShape,
          in: document,
          "the changes of class \(quoted(member.name)) are \(member.words), no object"
        )
        continue
      }
      if member.children.isEmpty {
        findings.add(.arrayEmpty, in: document, "class \(quoted(member.name)) has no change")
      }
      check(member, document, &findings)
    }
    // It waits until all lists are known: a link to an object that was deleted and created again is the same key and
    // another object.
    let recreated = recreatedKeys(in: payload)
    for changes in payload.children.lazy.compactMap(Payload.Changes.init) {
      compare(changes, recreated, document, &findings)
    }
    return .write(payload)
  }

  private mutating func check(
    _ changes: Value,
    _ document: Document,
    _ findings: inout FindingSummary
  ) {
    keys.clear()
    let primaryKey = tellingKey(of: changes.name)
    for list in changes.children {
      let kind: KeyTally.List
      if list.isNamed(Payload.Names.insertions) {
        kind = .insertions
      } else if list.isNamed(Payload.Names.modifications) {
        kind = .modifications
      } else if list.isNamed(Payload.Names.deletions) {
        kind = .deletions
      } else {
        findings.add(
          .writeShape,
          in: document,
          "class \(quoted(changes.name)) has \(quoted(list.name)), which is none of insertions, modifications and deletions"
        )
        continue
      }
      guard list.isArray else {
        findings.add(
          .writeShape,
          in: document,
          "the \(kind) of class \(quoted(changes.name)) are \(list.words), no array"
        )
        continue
      }
      if list.children.isEmpty {
        findings.add(
          .arrayEmpty,
          in: document,
          "the \(kind) of class \(quoted(changes.name)) are empty"
        )
      }
      for element in list.children {
        guard kind == .modifications else {
          note(element, of: changes.name, primaryKey, kind, document, &findings)
          continue
        }
        if let modification = Payload.Modification(element) {
          note(modification.oldValue, of: changes.name, primaryKey, kind, document, &findings)
        } else {
          findings.add(
            .modificationShape,
            in: document,
            "a modification of class \(quoted(changes.name)) is \(element.shape), not an oldValue with its newValue"
          )
        }
      }
    }
  }

  /// Holds the new values of each modification against the old ones.
  private func compare(
    _ changes: Payload.Changes,
    _ recreated: Set<JSON>,
    _ document: Document,
    _ findings: inout FindingSummary
  ) {
    for modification in changes.modifications {
      let old = Members(of: modification.oldValue)
      guard modification.oldValue.isObject, modification.newValue.isObject else { continue }
      for value in modification.newValue.children {
        guard let before = old[value] else {
          findings.add(
            .newKey,
            in: document,
            "newValue of class \(quoted(changes.className)) has \(quoted(value.name)), which oldValue lacks"
          )
          continue
        }
        report(value, before, changes, recreated, document, &findings)
      }
    }
  }

  private func report(
    _ value: Value,
    _ before: Value,
    _ changes: Payload.Changes,
    _ recreated: Set<JSON>,
    _ document: Document,
    _ findings: inout FindingSummary
  ) {
    guard before.isSame(as: value) else {
      if value.isNamed(primaryKeys.name(of: changes.className)) {
        findings.add(
          .keyChanged,
          in: document,
          "a modification of class \(quoted(changes.className)) changes the primary key \(quoted(value.name))"
        )
      }
      return
    }
    let sentence =
      "newValue of class \(quoted(changes.className)) has \(quoted(value.name)) just as oldValue has it"
    // Null stands for NaN too, and what lists and objects hold may be left out.
    let mayHideChange = value.isNull || value.isArray || value.isObject
    if mayHideChange || recreated.contains(value.json) {
      findings.add(.changeUnseen, in: document, sentence + ": what differs is not written")
    } else {
      findings.add(.valueUnchanged, in: document, sentence)
    }
  }

  /// The keys of objects that were deleted and created again: a link to one is the same key and leads elsewhere.
  private func recreatedKeys(in payload: Value) -> Set<JSON> {
    var recreated: Set<JSON> = []
    for changes in payload.children.lazy.compactMap(Payload.Changes.init)
    where !changes.deletions.isEmpty && !changes.insertions.isEmpty {
      let key = primaryKeys.name(of: changes.className)
      let deleted = Set(changes.deletions.compactMap { $0[key]?.json })
      recreated.formUnion(changes.insertions.compactMap { $0[key]?.json }.filter(deleted.contains))
    }
    return recreated
  }

  // MARK: Objects

  /// Notes the key of an object, and that what stands for an object is one.
  @inline(__always)
  private mutating func note(
    _ object: Value,
    of name: @autoclosure () -> String,
    _ primaryKey: Name?,
    _ list: KeyTally.List,
    _ document: Document,
    _ findings: inout FindingSummary
  ) {
    guard object.isObject else {
      let list = list == .read ? "the read" : "\(list)"
      return findings.add(
        .elementNoObject,
        in: document,
        "\(list) of class \(quoted(name())): \(object.words) stands for an object"
      )
    }
    guard let primaryKey, let key = object[primaryKey], !key.isNull,
      let conflict = keys.note(key, in: list)
    else { return }
    report(conflict, key, of: name(), list, document, &findings)
  }

  private func report(
    _ conflict: KeyTally.Conflict,
    _ key: Value,
    of name: String,
    _ list: KeyTally.List,
    _ document: Document,
    _ findings: inout FindingSummary
  ) {
    switch conflict {
    case .twice:
      let list = list == .read ? "the read" : "\(list)"
      findings.add(
        .keyTwice,
        in: document,
        "\(list) of class \(quoted(name)): the key \(key.shortText) is there twice"
      )
    case .insertedAndModified:
      findings.add(
        .insertedAndModified,
        in: document,
        "the object \(key.shortText) of class \(quoted(name)) is inserted and modified"
      )
    case .modifiedAndDeleted:
      findings.add(
        .modifiedAndDeleted,
        in: document,
        "the object \(key.shortText) of class \(quoted(name)) is modified and deleted"
      )
    }
  }

  /// The primary key of a class; nil if its objects are not told apart.
  private func tellingKey(of name: @autoclosure () -> String) -> Name? {
    !embedded.isEmpty && embedded.contains(name()) ? nil : primaryKeys.name(of: name())
  }
}

/// Looks up the members of an `oldValue`: quickly where there are many.
private struct Members {
  private let object: Value
  private var index: [UInt64: [Value]] = [:]

  init(of object: Value) {
    self.object = object
    guard object.isObject, Int(object.node.next) - object.index > 64 else { return }
    for member in object.children { index[member.key.hash, default: []].append(member) }
  }

  subscript(member: Value) -> Value? {
    if index.isEmpty { return object.children.first { $0.hasKey(of: member) } }
    return index[member.key.hash]?.first { $0.hasKey(of: member) }
  }
}

extension Value {
  fileprivate var shortText: String {
    if let text = string { return quoted(text) }
    let text = json.text()
    return text.count <= 80 ? text : words
  }

  fileprivate var shape: String {
    guard isObject else { return words }
    let keys = children.prefix(4).map { quoted($0.name) }.joined(separator: ", ")
    let count = count
    let rest = count > 4 ? " and \(count - 4) more" : ""
    return count == 0 ? "an empty object" : "an object with \(keys)\(rest)"
  }
}

/// The message of a parser quotes what it found, which may be long.
func quotedMessage(_ error: JSONError) -> String {
  let limit = 200
  guard error.message.unicodeScalars.count > limit else { return error.message }
  return String(String.UnicodeScalarView(error.message.unicodeScalars.prefix(limit))) + "…"
}
