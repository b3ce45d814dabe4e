import Formats
import JSON

extension PayloadLevel {
  /// The payload for those who only want to read it: nothing is looked for in it but what keeps them from that.
  package func open(_ document: borrowing Document, _ log: FindingLog? = nil) -> Payload? {
    guard let data = document.data, let value = parse(data) else { return nil }
    guard document.kind == .read else { return openWrite(value, log) }
    guard let type = value[.type], type.isString,
      let objects = value[.value], objects.isArray
    else {
      log?(.readShape, "the payload of a read is not a type, which is text, and a value, an array")
      return nil
    }
    return Payload(isRead: true, value: value)
  }

  private func openWrite(_ value: Value, _ log: FindingLog?) -> Payload? {
    guard value.isObject else {
      log?(.writeShape, "the payload of a write is \(value.words), not an object of classes")
      return nil
    }
    for member in value.children {
      guard member.isObject, member.children.allSatisfy(\.isArray) else {
        log?(.writeShape, "the changes of class \(quoted(member.name)) are not lists of objects")
        continue
      }
      guard let changes = member[.modifications] else { continue }
      for element in changes.children where Payload.Modification(element) == nil {
        log?(
          .modificationShape,
          "a modification of class \(quoted(member.name)) is not an oldValue with its newValue"
        )
      }
    }
    return Payload(isRead: false, value: value)
  }
}
