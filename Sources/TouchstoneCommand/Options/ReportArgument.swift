import ArgumentParser

/// What `--report FORMAT=PATH` asks for, before the format is looked up.
struct ReportArgument {
  let format: String
  let path: String

  init(_ argument: String) throws {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[1].isEmpty else {
      throw ValidationError("a report is asked for as FORMAT=PATH, such as json=report.json")
    }
    format = String(parts[0])
    path = String(parts[1])
  }

  /// The reporter of that format, or an error that lists the formats there are.
  func reporter<Reporter>(_ reporter: Reporter?, among formats: [String]) throws -> Reporter {
    guard let reporter else {
      throw ValidationError(
        "there is no format \(format); known: \(formats.joined(separator: ", "))"
      )
    }
    return reporter
  }

  /// Refuses paths that could not be written, before a long run is spent on their reports.
  static func check(_ targets: [String]) throws {
    var paths: Set<String> = []
    for path in targets {
      try OutputFile.checkFolder(of: path)
      guard paths.insert(path).inserted else {
        throw OutputError("two reports would be written to \(path)")
      }
    }
  }
}
