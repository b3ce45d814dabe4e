import Formats
import JSON

/// The names and texts behind the numbers of the facts.
struct HistoryNames: Sendable {
  private var classNames = NumberedNames()
  private var fileNames = NumberedNames()
  private var properties: [NumberedNames] = []
  /// Texts of values: those that were noted last, and those before them.
  ///
  /// What is older is forgotten.
  private var texts: [UInt64: String] = [:]
  private var olderTexts: [UInt64: String] = [:]

  /// How many properties of a class are followed.
  static let maximumProperties = 4096
  private static let maximumTexts = 100_000
  /// How much of a value is shown.
  private static let maximumText = 60

  var classes: [String] { classNames.names }
  var files: [String] { fileNames.names }

  mutating func number(ofClass name: String) -> Int {
    let number = classNames.number(of: name)
    if number == properties.count { properties.append(NumberedNames()) }
    return number
  }

  mutating func number(ofFile name: String) -> Int {
    fileNames.number(of: name, limit: HistoryFact.maximumFiles) ?? files.count - 1
  }

  /// Nil if the class has too many.
  mutating func number(ofProperty name: String, in className: Int) -> Int? {
    properties[className].number(of: name, limit: Self.maximumProperties)
  }

  func propertyNames(of className: Int) -> [String] { properties[className].names }

  func property(_ number: Int, of className: Int) -> String {
    let name = properties[className].names[number]
    return name.utf8.allSatisfy {
      $0 != Words.backslash && UInt8(ascii: "0")...UInt8(ascii: "z") ~= $0
    }
      ? String(name.prefix(80)) : quoted(name)
  }

  // MARK: Texts

  mutating func note(_ value: Value, as hash: UInt64) {
    if texts[hash] == nil { note(text: Self.text(value.json), as: hash) }
  }

  mutating func note(text: String, as hash: UInt64) {
    if texts.count >= Self.maximumTexts {
      olderTexts = texts
      texts = [:]
    }
    texts[hash] = text
  }

  func text(of hash: UInt64) -> String {
    knownText(of: hash) ?? "a value that is no longer at hand"
  }

  func knownText(of hash: UInt64) -> String? { texts[hash] ?? olderTexts[hash] }

  private static func text(_ value: JSON) -> String {
    if let text = value.string { return quoted(String(text.prefix(maximumText * 2))) }
    // An expanded link is shown as what it stands for.
    if let key = value["_id"] { return text(key) }
    let text = value.text()
    return text.count > maximumText ? String(text.prefix(maximumText)) + "…" : text
  }
}
