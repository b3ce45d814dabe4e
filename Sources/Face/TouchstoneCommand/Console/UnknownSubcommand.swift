import ArgumentParser
import Formats
import Touchstone

/// The first word of a command line that names no subcommand; the parser would call it an unexpected argument.
struct UnknownSubcommand: Error, CustomStringConvertible {
  private let word: String

  /// Nil if there is nothing wrong with the word.
  init?(_ word: String?) {
    guard let word, !word.hasPrefix("-"), word != "help", !Self.known.contains(word) else {
      return nil
    }
    self.word = word
  }

  private static var known: [String] {
    TouchstoneCommand.configuration.subcommands.compactMap { $0.configuration.commandName }
  }

  var description: String {
    let hint = NearNames.hint(for: word, among: Self.known.sorted())
    return hint.isEmpty
      ? "there is no command \(word.quoted); known: \(Self.known.joined(separator: ", "))"
      : "there is no command \(word.quoted)\(hint)"
  }
}
