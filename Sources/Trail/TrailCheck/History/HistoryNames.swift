import Formats
import JSON
import TrailReading

/// The names and texts behind the numbers of the facts.
struct HistoryNames: Sendable {
  private var classNames = NumberedNames()
  private var fileNames = NumberedNames()
  private var properties: [NumberedNames] = []
  /// The texts of values in files that are read once.
  var texts = ValueTexts()
  /// The files whose values are read again when they are named.
  private(set) var filesReadAgain: Set<Int> = []

  /// How many properties of a class are followed.
  static let maximumProperties = 4096

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
      $0 != Ascii.backslash && UInt8(ascii: "0")...UInt8(ascii: "z") ~= $0
    }
      ? String(name.prefix(80)) : name.quoted
  }

  /// Notes that the values of a file need not be kept.
  mutating func readAgain(_ file: Int) { filesReadAgain.insert(file) }

  /// What a sentence says of a value in an event; a place to be filled in if its file is read again.
  func text(of hash: UInt64, in event: HistoryEvent) -> String {
    // All of them have one hash.
    if hash == ValueHash.ofEmbedded { return "an embedded object" }
    guard filesReadAgain.contains(event.file) else {
      return texts.text(of: hash) ?? ValuePlace.lostValue
    }
    return ValuePlace(file: event.file, document: event.number, hash: hash).description
  }
}

extension HistoryNames: JSONRecord {
  mutating func exchange(_ fields: inout JSONFields) throws(JSONFault) {
    try fields("files", &fileNames)
    try fields("classes", &classNames)
    try fields("properties", &properties)
    guard files.count <= HistoryFact.maximumFiles else {
      throw fields.fault("there are more than \(HistoryFact.maximumFiles) files")
    }
    guard properties.count == classes.count,
      properties.allSatisfy({ $0.names.count <= Self.maximumProperties })
    else { throw fields.fault("there are too many properties, or too few") }
    try fields("texts", &texts)
  }
}
