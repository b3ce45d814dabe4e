import Foundation
import ReferenceAdapter
import Testing
import Touchstone

/// Many cases in one process leave nothing behind.
///
/// `TOUCHSTONE_SOAK=1` runs ten thousand instead of a thousand.
@Suite(.serialized)
struct EnduranceTests {
  @Test func `Cases leave no file, no descriptor and no memory behind`() async throws {
    let suite = try Suite.embedded().selecting(
      edition: "2023",
      class: "recording",
      filter: "scopes/**"
    )
    let rounds =
      (ProcessInfo.processInfo.environment["TOUCHSTONE_SOAK"] == nil ? 1_000 : 10_000)
      / suite.cases.count + 1
    let runner = Runner(jobs: 2)
    let reference = ReferenceImplementation()
    // The first round opens what stays open, such as the embedded texts.
    _ = try await runner.run(suite.cases, on: reference)
    let before = Footprint()
    for _ in 0..<rounds {
      let report = try await runner.run(suite.cases, on: reference)
      #expect(report.isAsExpected)
    }
    let after = Footprint()
    #expect(after.folders.isSubset(of: before.folders), "temporary folders of event realms")
    #expect(after.descriptors <= before.descriptors + 4)
    #expect(after.residentMegabytes < before.residentMegabytes + 64)
  }
}

/// What a process holds on to.
private struct Footprint {
  let folders: Set<String>
  let descriptors: Int
  let residentMegabytes: Int

  init() {
    let manager = FileManager.default
    let temporary =
      (try? manager.contentsOfDirectory(atPath: manager.temporaryDirectory.path())) ?? []
    // Other processes make folders too: those of this one carry its number.
    let own = "touchstone-\(ProcessInfo.processInfo.processIdentifier)-"
    folders = Set(temporary.filter { $0.hasPrefix(own) })
    descriptors = (try? manager.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
    let statm = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let pages = statm.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    residentMegabytes = pages * 4096 / 1_048_576
  }
}
