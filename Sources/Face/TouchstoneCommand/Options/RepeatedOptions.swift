import ArgumentParser
import JSON

/// Finds options that take one value and are given several: ArgumentParser takes the last one and says nothing, and an
/// answer about another object than the first would look like an answer about it.
///
/// What a command takes is asked of the command itself, so that none can be forgotten.
enum RepeatedOptions {
  /// Refuses arguments in which an option of a command stands more often than it may.
  static func refuse(
    in arguments: [String],
    of command: any ParsableCommand.Type
  ) throws(RepeatedOption) {
    // What stands behind two hyphens is the command of an adapter.
    let options = arguments.prefix { $0 != "--" }.filter { $0.hasPrefix("-") && $0 != "-" }
      .map { String($0.prefix { $0 != "=" }) }
    // The description of a command is long, and arguments are seldom the same.
    guard options.count > 1 else { return }
    for names in try single(of: command) {
      let given = options.filter(names.contains)
      guard given.count > 1, let name = given.first else { continue }
      throw RepeatedOption(
        "\(name) is given \(given.count == 2 ? "twice" : "\(given.count) times"), and takes one value: "
          + "leave out all but one"
      )
    }
  }

  /// The names of each option that takes one value.
  private static func single(
    of command: any ParsableCommand.Type
  ) throws(RepeatedOption) -> [[String]] {
    guard let arguments = OptionNames.arguments(of: command) else {
      throw RepeatedOption("the options of this command cannot be told")
    }
    return arguments.filter { $0["kind"] == "option" && $0["isRepeating"] == false }
      .map(OptionNames.names)
  }
}

/// An option that is given more often than it may be.
///
/// The usage of a command would not help, and there is none of it here.
struct RepeatedOption: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
