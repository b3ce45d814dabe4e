import ArgumentParser
import Formats
import ReferenceAdapter
import Touchstone
import TouchstoneExplaining
import TouchstoneExplore
import Violators

// How strong random programs are: what they notice of implementations that are wrong on purpose.
extension ViolatorsCommand {
  /// Of those that can be seen, how many have to be found, in percent.
  static let exploringGoal = 95

  /// Runs random programs on each violator, and prints how many it takes.
  ///
  /// - Returns: whether enough of those are found that cases of the class catch.
  func printStrength(of suite: Suite) async throws -> Bool {
    let width = violators.map(\.id.count).max() ?? 0
    var (found, missed): ([Int], Int) = ([], 0)
    for violator in violators where try await isCaught(violator, by: suite) {
      let name = TextWrapping.pad(violator.id, to: width)
      if let index = try await firstDifference(of: violator) {
        found.append(index)
        Console.print("found   \(name)  by program \(index + 1)")
      } else {
        missed += 1
        Console.print("MISSED  \(name)  \(violator.title)")
      }
    }
    found.sort()
    let count = found.count + missed
    guard count > 0 else {
      throw ValidationError(
        "no case of class \(exploredClass.rawValue) catches any of them, so its programs cannot find them: name another "
          + "--class, or another --violator"
      )
    }
    let median = found.isEmpty ? "" : ", half of them by \(found[found.count / 2] + 1)"
    Console.print(
      "\n\(found.count) of \(count) violators are found within \(programs) programs\(median)."
    )
    return found.count * 100 >= count * Self.exploringGoal
  }

  /// Whether a case of the class catches it: one that is wrong elsewhere cannot be seen in programs of the class, although
  /// these may be about the same requirement.
  private func isCaught(_ violator: Violator, by suite: Suite) async throws -> Bool {
    let verdict = try await violator.judge(by: suite, jobs: jobCount, onlyRelevant: true)
    return verdict.catching.contains { $0.conformanceClass == exploredClass.rawValue }
  }

  private var exploredClass: ConformanceClass { conformanceClass ?? .recording }

  private func firstDifference(of violator: Violator) async throws -> Int? {
    let settings = ExploreSettings(
      edition: Edition(rawValue: violator.edition) ?? .current,
      conformanceClass: exploredClass
    )
    let duel = try await Duel(
      of: violator.make(),
      model: ReferenceImplementation(),
      widerModel: ReferenceImplementation.takingOtherWays(),
      settings: settings
    )
    let limits = Explorer.Limits(count: programs, time: nil)
    return await Explorer(duel, seed: 1, limits: limits, jobs: jobCount).firstDifference()
  }
}
