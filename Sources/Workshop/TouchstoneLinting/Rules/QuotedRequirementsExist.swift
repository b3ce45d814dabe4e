import Formats
import Touchstone

/// Prose and programs that quote the id of a requirement quote one that exists.
///
/// What looks like an id and has no prefix of the specification, such as UTF-8, is none.
struct QuotedRequirementsExist: LintRule {
  func findings(in subject: LintSubject) -> [SuiteFault] {
    let requirements = subject.suite.requirements
    let prefixes = Set(requirements.keys.map { $0.prefix { $0 != "-" } })
    // Ids of a user's own cases are checked with the cases; the specification was checked where it was made.
    var files = subject.text.sources
    if subject.text.hasOwnSpecification {
      files += subject.text.specification.map { ($0.path, Array($0.text.utf8)) }
    }
    let known = requirements.keys.sorted()
    return files.flatMap { file in
      RequirementMentions(in: file.text).mentions
        .filter { prefixes.contains($0.id.prefix { $0 != "-" }) && requirements[$0.id] == nil }
        .map { mention in
          let hint = NearNames.hint(for: mention.id, among: known)
          return SuiteFault(
            at: TextLocation(file: file.path, line: mention.line, column: mention.column),
            "the specification has no requirement \(mention.id.quoted)\(hint)"
          )
        }
    }
  }
}

/// Finds words like `SCOPE-3` in a text in one pass.
struct RequirementMentions {
  /// One such word.
  struct Mention {
    var id: String
    var line: Int
    var column: Int
  }

  private(set) var mentions: [Mention] = []

  init(in text: [UInt8]) {
    var line = 1
    var lineStart = 0
    var index = 0
    while index < text.count {
      let start = index
      while index < text.count, text[index].isWordByte { index += 1 }
      if index == start {
        if text[index] == UInt8(ascii: "\n") {
          line += 1
          lineStart = index + 1
        }
        index += 1
      } else if let end = Self.endOfId(text, word: start..<index) {
        let id = String(decoding: text[start..<end], as: UTF8.self)
        mentions.append(Mention(id: id, line: line, column: start - lineStart + 1))
        index = end
      }
    }
  }

  /// Where an id ends that begins with this word: capital letters, a hyphen, digits, and no more letters.
  private static func endOfId(_ text: [UInt8], word: Range<Int>) -> Int? {
    guard text[word].allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }),
      word.upperBound < text.count, text[word.upperBound] == UInt8(ascii: "-")
    else { return nil }
    let digits = word.upperBound + 1
    var end = digits
    while end < text.count, text[end].isWordByte { end += 1 }
    guard end > digits,
      text[digits..<end].allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return end
  }
}

extension UInt8 {
  /// Whether this is a letter, a digit or an underscore.
  fileprivate var isWordByte: Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
      || self == UInt8(ascii: "_") || self >= 0x80
  }
}
