import Touchstone
import TouchstoneExplaining
import TouchstoneReports
import Violators

// How well a report says what is broken: of a wrong implementation it is known what it violates.
extension ViolatorsCommand {
  /// Of how many the first requirement that is shown has to be a violated one, in percent.
  static let leadingGoal = 80

  /// Runs a class on each violator as a user does, and prints which requirement the report leads with.
  ///
  /// - Returns: whether enough of them are what is violated.
  func printLeading(of suite: Suite) async throws -> Bool {
    let width = violators.map(\.id.count).max() ?? 0
    var (right, count) = (0, 0)
    for violator in violators {
      guard let report = try await report(on: violator, by: suite) else { continue }
      let shown = report.leadingRequirement ?? "nothing"
      let isRight = violator.violates.contains(shown)
      let name = TextWrapping.pad(violator.id, to: width)
      let wanted = violator.violates.joined(separator: " ")
      Console.print(
        isRight ? "right  \(name)  \(shown)" : "WRONG  \(name)  \(shown), violates \(wanted)"
      )
      count += 1
      if isRight { right += 1 }
    }
    let share = count == 0 ? 0 : right * 100 / count
    Console.print("\n\(right) of \(count) reports lead with what is violated (\(share) of 100).")
    return right * 100 >= count * Self.leadingGoal
  }

  /// The report of a run of the class in which a case catches it; nil if none does.
  private func report(on violator: Violator, by suite: Suite) async throws -> ReportFile? {
    let verdict = try await violator.judge(by: suite, jobs: jobCount, onlyRelevant: true)
    guard let caught = verdict.catching.first?.conformanceClass else { return nil }
    let cases = try suite.selecting(edition: violator.edition, class: caught).cases
    let selection = RunSelection(edition: violator.edition, conformanceClass: caught)
    return ReportFile(
      try await Runner(selection, jobs: jobCount).run(cases, on: violator.make()),
      requirements: suite.requirements
    )
  }
}
