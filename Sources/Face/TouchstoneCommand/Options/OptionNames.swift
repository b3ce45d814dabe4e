import ArgumentParser
import JSON

/// What a command takes, as it says so itself, so that nothing can be forgotten where a new option is added.
enum OptionNames {
  /// The description of each argument, option and flag of a command; nil if it cannot be told.
  static func arguments(of command: any ParsableCommand.Type) -> [JSON]? {
    (try? JSON(parsing: command._dumpHelp()))?["command"]?["arguments"]?.array
  }

  /// The names of an option or a flag with their hyphens.
  static func names(of argument: JSON) -> [String] {
    (argument["names"]?.array ?? []).compactMap { name in
      guard let text = name["name"]?.string else { return nil }
      return (name["kind"] == "long" ? "--" : "-") + text
    }
  }
}
