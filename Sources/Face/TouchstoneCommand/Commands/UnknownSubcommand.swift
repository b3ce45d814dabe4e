import ArgumentParser
import Formats
import Foundation

/// A word of a command line where a subcommand stands, and that names none; the parser would call it an unexpected argument,
/// or a file.
struct UnknownSubcommand: Error, CustomStringConvertible {
  let description: String

  /// Nil if there is nothing wrong with the words.
  init?(_ words: some Sequence<String>) {
    let asksForHelp = words.starts(with: ["help"])
    let words = Array(words.dropFirst(asksForHelp ? 1 : 0).prefix(2))
    guard let word = words.first else { return nil }
    let commands = Self.names(TouchstoneCommand.self)
    if Self.isUnknown(word, among: commands) {
      description = "\(word.quoted) is not a command\(Self.alternatives(to: word, among: commands))"
      return
    }
    let questions = Self.names(TrailCommand.self)
    guard word == TrailCommand.configuration.commandName, let question = words.last,
      words.count == 2, Self.isUnknown(question, among: questions)
    else { return nil }
    if asksForHelp {
      let others = Self.alternatives(to: question, among: questions)
      description = "\(question.quoted) is not a question about a trail\(others)"
      return
    }
    // A question about a trail may be left out, and a file stands there then.
    let hint = NearNames.hint(for: question, among: questions.sorted())
    if hint.isEmpty || FileManager.default.fileExists(atPath: question) { return nil }
    description = "\(question.quoted) is neither a file nor a question about a trail\(hint)"
  }

  private static func alternatives(to word: String, among names: [String]) -> String {
    let hint = NearNames.hint(for: word, among: names.sorted())
    return hint.isEmpty ? "; known: \(names.joined(separator: ", "))" : hint
  }

  private static func names(_ command: any ParsableCommand.Type) -> [String] {
    command.configuration.subcommands.compactMap { $0.configuration.commandName }
  }

  private static func isUnknown(_ word: String, among names: [String]) -> Bool {
    !word.hasPrefix("-") && !names.contains(word)
  }
}
