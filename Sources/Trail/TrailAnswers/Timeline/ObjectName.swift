import JSON
import TrailReading

/// The object of a question: a class and a primary key.
package struct ObjectName: Sendable, Hashable, CustomStringConvertible {
  /// What the key is in payloads.
  package enum Form: Sendable, Hashable {
    /// A string.
    case text
    /// A number or null.
    case literal
    /// It reads as a number, and may be a string of these digits: the trail tells.
    case either
  }

  /// The class.
  package let className: String
  /// The key as it was given.
  package private(set) var key: String
  /// Which values are that key.
  package var form: Form
  /// The number that the key reads as.
  private let literal: JSON?

  /// Reads `Person/62b3…`; `Person/"5"` is the string, where `Person/5` is the number if the class has both.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
    // JSON passes over blanks around a value, but a key may be a text that begins or ends with one.
    let isBlank = [parts[1].first, parts[1].last].contains { $0?.isWhitespace ?? false }
    let value = isBlank ? nil : (try? JSON(parsing: Array(parts[1].utf8)))?.whole
    className = String(parts[0])
    switch value {
    case .string(let quoted)?:
      (key, form, literal) = (quoted, .text, nil)
    case .int?, .double?, .number?, .null?:
      (key, form, literal) = (String(parts[1]), .either, value)
    default:
      (key, form, literal) = (String(parts[1]), .text, nil)
    }
  }

  /// The object that an event mentions; nil if its class is not known, or if it has no key.
  init?(_ act: ObjectAct) {
    guard let name = act.className else { return nil }
    self.init(name, act.key)
  }

  /// The object of a class with a key; nil if there is none, or if that is not a key.
  init?(_ className: String, _ key: Value?) {
    guard let key, !key.isObject, !key.isArray else { return nil }
    self.className = className
    self.key = key.keyText
    (form, literal) = key.isString ? (.text, nil) : (.literal, key.json.whole)
  }

  /// Whether the key stands in payloads as it was given: `5.0` may stand there as 5.
  var isSpelledOnce: Bool { literal.map { $0.text() == key } ?? true }

  /// Whether the key can be one that is not a text: an int, or null.
  var isInteger: Bool {
    switch literal {
    case .int?, .null?: form != .text
    default: false
    }
  }

  /// Whether the key can be null.
  var isNull: Bool { literal == .null && form != .text }

  /// The same object, its key the text that another spelling stands for.
  func respelled(_ text: String) -> ObjectName {
    var name = self
    (name.key, name.form) = (text, .text)
    return name
  }

  /// As it can be asked for.
  package var description: String { className + "/" + keyDescription }

  /// The key as it can be asked for: a string that reads as another key is in quotes.
  package var keyDescription: String {
    let plain = ObjectName("\(className)/\(key)")
    let isQuoted = form == .text && (plain?.form != .text || plain?.key != key)
    return isQuoted ? JSON.string(key).text() : key
  }

  /// The form in which a value is this key; nil if it is another one.
  func form(of value: Value) -> Form? {
    if value.isString {
      guard form != .literal, let text = value.string, text.utf8.elementsEqual(key.utf8) else {
        return nil
      }
      return .text
    }
    guard form != .text, let literal else { return nil }
    return value.json.whole == literal ? .literal : nil
  }

  /// Whether a class is that of the object.
  func isOf(_ name: String) -> Bool { name.utf8.elementsEqual(className.utf8) }
}

extension ObjectAct {
  /// Whether this is about an object of the question.
  func isAbout(_ name: ObjectName) -> Bool {
    guard let key, name.form(of: key) != nil else { return false }
    if let className { return name.isOf(className) }
    return possibleClasses.isEmpty || possibleClasses.contains(where: name.isOf)
  }
}
