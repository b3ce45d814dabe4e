import Deflate
package import Formats
import Foundation
import JSON

/// Reads the payload of a scoped event, and says what is wrong with it.
package struct PayloadLevel {
  private let edition: Edition
  private let limits: TrailLimits
  private let texts: TextReader
  private let log: FindingLog
  private let primaryKeys: PrimaryKeys
  private let hiddenChange: HiddenChange
  private var keys = KeyTally()

  package init(
    edition: Edition,
    limits: TrailLimits,
    schema: CaseSchema?,
    primaryKeys: [NamedPrimaryKey] = [],
    texts: TextReader,
    log: FindingLog
  ) {
    self.edition = edition
    self.limits = limits
    self.texts = texts
    self.log = log
    self.primaryKeys = PrimaryKeys(schema, primaryKeys)
    hiddenChange = HiddenChange(schema: schema, edition: edition)
  }

  /// The payload of a scoped event without what could not be made sense of; nil if none can be read.
  ///
  /// All that is wrong with it is logged.
  package mutating func read(_ document: borrowing Document) -> Payload? {
    guard document.isScoped, let payload = open(document) else { return nil }
    if edition.sortsKeys, let data = document.data { checkForm(of: payload.value, in: data) }
    if payload.isRead { checkRead(payload.value) } else { checkWrite(payload.value) }
    return payload
  }

  /// The payload for those who want to know what it says: of what is wrong with it, only what hides a part of it is
  /// logged.
  package func open(_ document: borrowing Document) -> Payload? {
    guard let data = document.data, let value = parse(data) else { return nil }
    let isRead = document.kind == .read
    guard isRead ? openRead(value) : openWrite(value) else { return nil }
    return Payload(isRead: isRead, value: value)
  }

  package func parse(_ data: Value) -> Value? {
    do throws(JSONError) {
      guard data.isString else { return try inflate(data).map(texts.payload) }
      if edition.compressesPayloads {
        log(.payloadUncompressed, "the payload is text; edition 2022 compresses it")
      }
      return try texts.payload(in: data)
    } catch {
      let code: FindingCode =
        switch error.rule {
        case .uniqueKeys: .payloadKeyTwice
        case .encoding: .payloadNotUTF8
        case .depth: .payloadTooDeep
        case .grammar: .payloadNoJSON
        }
      log(code, "the payload, \(error.position): \(error.shortMessage)")
      return nil
    }
  }

  private func inflate(_ data: Value) -> [UInt8]? {
    guard case .binary(let base64, _)? = ExtendedValue(data.json),
      let compressed = Data(base64Encoded: base64)
    else { return nil }
    do throws(Deflate.Failure) {
      return try Deflate.inflate(Array(compressed), limit: limits.payloadBytes)
    } catch {
      switch error {
      case .corrupt: log(.payloadNoDeflate, "the payload does not inflate: it is not DEFLATE data")
      case .truncated: log(.payloadNoDeflate, "the payload does not inflate: its end is missing")
      case .trailingBytes:
        log(.payloadNoDeflate, "the payload does not inflate: bytes follow its end")
      case .tooLarge(let limit):
        log(
          .payloadTooLarge,
          "the payload inflates to more than \(limit) bytes; it was not checked"
        )
      }
      return nil
    }
  }

  private func checkForm(of payload: Value, in data: Value) {
    let form = PayloadForm(of: payload)
    guard let fault = form.fault ?? (data.isPadded ? "there is white space around it" : nil) else {
      return
    }
    log(.payloadForm, "the payload is not as edition core writes it: \(fault)")
  }

  // MARK: Shapes

  /// Whether it says what was read.
  private func openRead(_ payload: Value) -> Bool {
    let isWhole = payload[.type]?.isString ?? false && payload[.value]?.isArray ?? false
    if !isWhole || payload.children.count != 2 {
      log(
        .readShape,
        "the payload of a read is an object of a type, which is text, and a value, which is an array; this is \(payload.shape)"
      )
    }
    return isWhole
  }

  /// Whether it says what was written, at least of some classes.
  private func openWrite(_ payload: Value) -> Bool {
    guard payload.isObject else {
      log(.writeShape, "the payload of a write is \(payload.shape), not an object of classes")
      return false
    }
    for member in payload.children {
      if member.isObject {
        openLists(member)
      } else {
        log(
          .writeShape,
          "the changes of class \(member.name.quoted) are \(member.words), not an object"
        )
      }
    }
    return true
  }

  private func openLists(_ changes: Value) {
    for list in changes.children {
      guard let kind = kind(of: list) else {
        log(
          .writeShape,
          "class \(changes.name.quoted) has \(list.name.quoted), which is not one of insertions, modifications and deletions"
        )
        continue
      }
      guard list.isArray else {
        log(
          .writeShape,
          "the \(kind) of class \(changes.name.quoted) are \(list.words), not an array"
        )
        continue
      }
      guard kind == .modifications else { continue }
      for element in list.children where Payload.Modification(element) == nil {
        log(
          .modificationShape,
          "a modification of class \(changes.name.quoted) is \(element.shape), not an oldValue with its newValue"
        )
      }
    }
  }

  // MARK: Reads

  private mutating func checkRead(_ payload: Value) {
    guard let type = payload[.type], let objects = payload[.value] else { return }
    let name = ClassName(type)
    if objects.children.isEmpty {
      log(.readEmpty, "the read of class \(name.text.quoted) holds no object")
    }
    keys.clear()
    check(objects, .read, of: name, primaryKeys.name(of: name), isAlone: true)
  }

  // MARK: Writes

  private mutating func checkWrite(_ payload: Value) {
    if payload.children.isEmpty { log(.writeEmpty, "the write names no class") }
    for member in payload.children where member.isObject {
      if member.children.isEmpty {
        log(.arrayEmpty, "class \(member.name.quoted) has no change")
      }
      checkLists(member)
    }
    // It waits until all lists are known: a link to an object that was deleted and created again is the same key and
    // another object.
    let recreated = recreatedKeys(in: payload)
    for changes in payload.children.lazy.compactMap({ Payload.ClassObjects(changes: $0) }) {
      compare(changes, recreated)
    }
  }

  private mutating func checkLists(_ changes: Value) {
    keys.clear()
    let name = ClassName(changes)
    let primaryKey = primaryKeys.name(of: name)
    for list in changes.children where list.isArray {
      guard let kind = kind(of: list) else { continue }
      if list.children.isEmpty {
        log(.arrayEmpty, "the \(kind) of class \(changes.name.quoted) are empty")
      }
      check(list, kind, of: name, primaryKey, isAlone: changes.children.count == 1)
    }
  }

  private func kind(of list: Value) -> KeyTally.List? {
    if list.isNamed(.insertions) { return .insertions }
    if list.isNamed(.modifications) { return .modifications }
    return list.isNamed(.deletions) ? .deletions : nil
  }

  /// Holds the new values of each modification against the old ones.
  private func compare(_ changes: Payload.ClassObjects, _ recreated: Set<JSON>) {
    for modification in changes.modifications {
      let old = Members(of: modification.oldValue)
      guard modification.oldValue.isObject, modification.newValue.isObject else { continue }
      for value in modification.newValue.children {
        guard let before = old[value] else {
          if hiddenChange.isLeftOut(before: value, of: changes.className) { continue }
          log(
            .newKey,
            "newValue of class \(changes.className.quoted) has \(value.name.quoted), which oldValue lacks"
          )
          continue
        }
        compare(value, before, changes, recreated)
      }
    }
  }

  private func compare(
    _ value: Value,
    _ before: Value,
    _ changes: Payload.ClassObjects,
    _ recreated: Set<JSON>
  ) {
    guard hiddenChange.isSame(value, before, of: changes.className) else {
      if let key = primaryKeys.name(of: changes.name), value.isNamed(key) {
        log(
          .keyChanged,
          "a modification of class \(changes.className.quoted) changes the primary key \(value.name.quoted)"
        )
      }
      return
    }
    let sentence =
      "newValue of class \(changes.className.quoted) has \(value.name.quoted) just as oldValue has it"
      + (before.isSame(as: value) ? "" : ", but for its order or form")
    switch hiddenChange.verdict(value, of: changes.className, recreated) {
    case .possible: log(.changeUnseen, sentence + ": what differs is not written")
    case .impossible: log(.valueUnchanged, sentence)
    case .open:
      log(.valueUnchanged, level: .warning, sentence + "; a mixed property may hold both")
    }
  }

  /// The keys of objects that were deleted and created again: a link to one is the same key and leads elsewhere.
  private func recreatedKeys(in payload: Value) -> Set<JSON> {
    var recreated: Set<JSON> = []
    for changes in payload.children.lazy.compactMap({ Payload.ClassObjects(changes: $0) })
    where !changes.deletions.isEmpty && !changes.insertions.isEmpty {
      guard let key = primaryKeys.name(of: changes.name) else { continue }
      let deleted = Set(changes.deletions.compactMap { $0[key]?.json })
      recreated.formUnion(changes.insertions.compactMap { $0[key]?.json }.filter(deleted.contains))
    }
    return recreated
  }

  // MARK: Objects

  /// Looks at the objects of a list: that they are some, and where else their keys stand.
  private mutating func check(
    _ list: Value,
    _ kind: KeyTally.List,
    of name: ClassName,
    _ primaryKey: Name?,
    isAlone: Bool
  ) {
    // One object cannot contradict another.
    let isLone = isAlone && list.children.isOne
    for element in list.children {
      var object = element
      if kind == .modifications {
        guard let modification = Payload.Modification(element) else { continue }
        object = modification.oldValue
      }
      guard object.isObject else {
        log(
          .elementNoObject,
          "\(kind.words) of class \(name.text.quoted): \(object.words) stands for an object"
        )
        continue
      }
      guard !isLone, let primaryKey, let key = object[primaryKey], !key.isNull,
        let conflict = keys.note(key, in: kind)
      else { continue }
      report(conflict, key, of: name.text, kind)
    }
  }

  private func report(
    _ conflict: KeyTally.Conflict,
    _ key: Value,
    of name: String,
    _ list: KeyTally.List
  ) {
    let (name, key) = (name.quoted, key.shortText)
    switch conflict {
    case .twice: log(.keyTwice, "\(list.words) of class \(name): the key \(key) is there twice")
    case .insertedAndModified:
      log(.insertedAndModified, "the object \(key) of class \(name) is inserted and modified")
    case .modifiedAndDeleted:
      log(.modifiedAndDeleted, "the object \(key) of class \(name) is modified and deleted")
    }
  }
}

extension Value {
  fileprivate var shortText: String {
    if let text = string { return text.quoted }
    let text = json.text()
    return text.count <= 80 ? text : words
  }

  fileprivate var shape: String {
    guard isObject else { return words }
    let keys = children.prefix(4).map { $0.name.quoted }.joined(separator: ", ")
    let count = children.count
    let rest = count > 4 ? " and \(count - 4) more" : ""
    return count == 0 ? "an empty object" : "an object with \(keys)\(rest)"
  }
}

extension JSONError {
  /// The message without the end of what it quotes, which may be long.
  var shortMessage: String {
    let limit = 200
    guard message.unicodeScalars.count > limit else { return message }
    return String(String.UnicodeScalarView(message.unicodeScalars.prefix(limit))) + "…"
  }
}
