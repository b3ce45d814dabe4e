import Digests
import Touchstone

package import TrailCheck

extension TrailOrigin {
  /// More words of a command line than these are names of files, which are listed among the inputs.
  private static let wordLimit = 100

  /// This program, called with these words, the first of which is its own path.
  package init(command: [String]) {
    self.init()
    program = "touchstone \(ToolVersion.current)"
    var digest = SHA256()
    for (_, text) in SuiteText.embeddedSpecification { digest.update(text) }
    specification = digest.hex
    let words = ["touchstone"] + command.dropFirst()
    let others = words.count - Self.wordLimit
    self.command = words.prefix(Self.wordLimit) + (others > 0 ? ["… and \(others) more"] : [])
  }

  /// The command line as one would type it.
  var commandLine: String {
    command.map { word in
      let isPlain =
        !word.isEmpty
        && word.allSatisfy { $0.isLetter || $0.isNumber || "-_./=:,@%+…".contains($0) }
      return isPlain ? word : "'" + word.replacing("'", with: #"'\''"#) + "'"
    }.joined(separator: " ")
  }
}
