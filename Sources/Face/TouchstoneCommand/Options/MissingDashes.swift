import ArgumentParser
import Formats
import Foundation

/// A word among the files of a trail that is the name of an option and of no file: without its hyphens, the option is not
/// given, and its value would be read as a part of the trail.
struct MissingDashes: Error, CustomStringConvertible {
  let description: String

  /// Nil if there is no such word.
  init?(
    _ files: [String],
    of command: any ParsableCommand.Type,
    isFile: (String) -> Bool = { FileManager.default.fileExists(atPath: $0) }
  ) {
    // There may be tens of thousands of files, and hardly any of them is called like an option.
    let words = files.filter { word in
      word.utf8.first.map { $0 != UInt8(ascii: "-") } ?? false
        && word.utf8.allSatisfy { $0 == UInt8(ascii: "-") || $0 | 0x20 &- 0x61 < 26 }
    }
    guard !words.isEmpty, let arguments = OptionNames.arguments(of: command) else { return nil }
    let names = Set(arguments.flatMap(OptionNames.names))
    guard let word = words.first(where: { names.contains("--" + $0) && !isFile($0) }) else {
      return nil
    }
    description = "\(word.quoted) is not a file: did you mean --\(word)?"
  }
}
