import ArgumentParser
import Formats
import Foundation
import Touchstone
import TouchstoneCaseFiles

/// Which suite a command reads: an option, then the environment, then the working copy that it was started in, then
/// what the program was built with.
struct SuiteOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A folder of chapters to take instead of the suite's own cases (or TOUCHSTONE_CASES).",
      valueName: "folder"
    )
  )
  var cases: String?

  @Option(
    help: ArgumentHelp(
      "A working copy of this project whose Spec and Golden are read (default: the current folder, if it is one).",
      valueName: "folder"
    )
  )
  var suite: String?

  func validate() throws {
    for (name, folder) in [("--cases", cases), ("--suite", suite)] where folder?.isEmpty == true {
      throw ValidationError("\(name) takes the path of a folder, not an empty one")
    }
    guard cases != nil, suite != nil else { return }
    throw ValidationError("--cases and --suite both say where the cases are: give one of them")
  }

  /// Where the suite is.
  var source: SuiteSource {
    if let suite { return .workingCopy(suite) }
    return folder.map(SuiteSource.folder) ?? .current
  }

  /// The folder that replaces the cases of the suite, if one does.
  var folder: String? {
    if suite != nil { return nil }
    let variable = ProcessInfo.processInfo.environment["TOUCHSTONE_CASES"] ?? ""
    return cases ?? (variable.isEmpty ? nil : variable)
  }

  /// All of the suite; says on standard error which one that is.
  func load() throws -> Suite {
    announce()
    return try source.suite()
  }

  /// Says which suite is read.
  func announce() { Console.complain(terminalSafe("touchstone: reading \(source.name)")) }
}
