import Foundation
import JSON
import Touchstone
import Violators

// All fingerprints take most of an hour, and a new case or violator leaves nearly all of them as they are.
extension ViolatorsCommand {
  /// Runs the violators that a file of fingerprints lacks on every case, and the others on the cases that it lacks.
  func addFingerprints(to path: String, of suite: Suite) async throws {
    let text = try [UInt8](Data(contentsOf: URL(filePath: path)))
    let known = Dictionary(
      uniqueKeysWithValues: try Fingerprint.all(in: text).map { ($0.violator, $0) }
    )
    let names = try JSON(parsing: text)["cases"]?.array ?? []
    let knownCases = Set(names.compactMap(\.string))
    var fingerprints: [Fingerprint] = []
    for violator in violators {
      let before = known[violator.id]
      let isNew = before == nil
      var fingerprint = try await violator.judge(
        by: suite,
        jobs: jobCount,
        without: isNew ? [] : knownCases
      ).fingerprint
      let count = fingerprint.cases.count
      if isNew || count > 0 { Console.print("\(violator.id): caught by \(count) more") }
      fingerprint.cases.formUnion(before?.cases ?? [])
      fingerprints.append(fingerprint)
    }
    let cases = suite.cases.map(\.name).sorted()
    try OutputFile.write(Fingerprint.text(of: fingerprints, cases: cases), to: path)
  }
}
