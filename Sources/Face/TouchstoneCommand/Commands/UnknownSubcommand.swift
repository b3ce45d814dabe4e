import ArgumentParser
import Formats
import Foundation
import Touchstone

/// A word of a command line where a subcommand stands, and that names none; the parser would call it an unexpected argument,
/// or a file.
struct UnknownSubcommand: Error, CustomStringConvertible {
  let description: String

  /// Nil if there is nothing wrong with the words.
  init?(_ words: some Sequence<String>) {
    var words = Array(words.prefix(3))
    let asksForHelp = words.first == "help"
    if asksForHelp { words.removeFirst() }
    words = Array(words.prefix(2))
    guard let word = words.first else { return nil }
    let commands = Self.names(TouchstoneCommand.self)
    if Self.isUnknown(word, among: commands) {
      let hint = NearNames.hint(for: word, among: commands.sorted())
      let list = hint.isEmpty ? "; known: \(commands.joined(separator: ", "))" : hint
      description = "there is no command \(word.quoted)\(list)"
      return
    }
    // A question about a trail may be left out, and a file stands there then.
    let questions = Self.names(TrailCommand.self)
    guard word == TrailCommand.configuration.commandName, let file = words.last, words.count == 2,
      Self.isUnknown(file, among: questions),
      asksForHelp || !FileManager.default.fileExists(atPath: file)
    else { return nil }
    let hint = NearNames.hint(for: file, among: questions.sorted())
    if asksForHelp {
      let list = hint.isEmpty ? "; known: \(questions.joined(separator: ", "))" : hint
      description = "there is no question \(file.quoted) about a trail\(list)"
      return
    }
    if hint.isEmpty { return nil }
    description = "\(file.quoted) is neither a file nor a question about a trail\(hint)"
  }

  private static func names(_ command: any ParsableCommand.Type) -> [String] {
    command.configuration.subcommands.compactMap { $0.configuration.commandName }
  }

  private static func isUnknown(_ word: String, among names: [String]) -> Bool {
    !word.hasPrefix("-") && !names.contains(word)
  }
}
