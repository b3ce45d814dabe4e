import Foundation
import JSON
import ReferenceAdapter
import Touchstone
import TouchstoneCaseFiles
import TouchstoneCommand
import TouchstoneExplaining
import TouchstoneReports
import TouchstoneWire

extension WayIn {
  /// What the suite reads of implementations and of those who run it.
  static let suite: [WayIn] =
    ["html", "markdown", "junit", "tap", "json"].map { format in
      WayIn("report-\(format)", .report) { folder in
        try TouchstoneCommand.carryOut(["report", format, folder.input])
      }
    } + [
      WayIn("compare", .report) { folder in
        try folder.put(Sound.report.utf8, as: "sound")
        try TouchstoneCommand.carryOut(["compare", folder.file("sound"), folder.input])
      },
      WayIn("expectations", .expectations) { folder in
        let list = try Expectations(file: folder.input)
        let run = Sound.run
        let scope = try ExpectationScope(suite(Array(Sound.caseFile.utf8), folder), run.selection)
        _ = ReportFile(run.judged(by: list, in: scope), requirements: [:]).jsonText
        _ = list.updated(after: run, in: scope).text
      },
      WayIn("case-file", .casefile) { folder in
        let suite = try suite(folder.bytes(), folder)
        try TouchstoneCommand.carryOut(["list", "--cases", folder.file("cases")])
        for testCase in suite.cases {
          _ = Story(testCase, requirements: suite.requirements).text
        }
      },
      WayIn("answer", .answer) { folder in
        let message = try JSON(parsing: folder.bytes())
        let answer = try WireAnswer(message: message)
        guard case .success(let result) = answer.outcome else { return }
        _ = try? ImplementationInfo(message: result)
        let run = Sound.run(answering: CaseResult(message: result))
        let report = ReportFile(run, requirements: [:])
        for format in ReportFile.formats { _ = format.text(report) }
      },
      WayIn("request", .request) { folder in
        let input = open(folder.input, O_RDONLY)
        let output = open("/dev/null", O_WRONLY)
        defer {
          close(input)
          close(output)
        }
        Sound.finishing {
          await WireServer(ReferenceImplementation(), concurrency: 1).serve(
            input: input,
            output: output
          )
        }
      },
    ]

  /// The suite that one group of cases makes, in a folder of its own.
  private static func suite(_ group: [UInt8], _ folder: FuzzFolder) throws -> Suite {
    try FileManager.default.createDirectory(
      atPath: folder.file("cases/reads"),
      withIntermediateDirectories: true
    )
    try folder.put(group, as: "cases/reads/fuzzed.json")
    return try SuiteSource.folder(folder.file("cases")).suite()
  }
}
