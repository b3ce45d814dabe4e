import Foundation
import Testing
import Touchstone
import TouchstoneProcess

/// Many cases in one process leave nothing behind.
///
/// The process is one of its own, so that what it holds on to is not mixed up with what other tests need meanwhile.
/// `TOUCHSTONE_SOAK=1` runs ten thousand cases instead of a thousand.
@Suite(
  .enabled(
    if: FileManager.default.fileExists(atPath: "/proc/self/statm"),
    "what a process holds on to is read from /proc"
  )
)
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
    let note = FileManager.default.temporaryDirectory.appending(path: "pid-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: note) }
    var options = SubprocessOptions(
      command: [
        "sh", "-c", #"echo $$ > "$1"; exec "$2" reference"#, "sh", note.path(),
        try BuiltTouchstone.path(),
      ],
      processes: 1
    )
    options.window = 2
    let process = SubprocessImplementation(options)
    let reference = KeptAlive(info: try await process.initialize(edition: "2023"), process: process)
    let runner = Runner(RunSelection(edition: "2023"), jobs: options.capacity)
    // The first round opens what stays open, such as the embedded texts.
    _ = try await runner.run(suite.cases, on: reference)
    let before = try Footprint(of: note)
    for _ in 0..<rounds {
      let report = try await runner.run(suite.cases, on: reference)
      #expect(report.isAsExpected)
    }
    let after = try Footprint(of: note)
    let remarks = await process.finish()
    #expect(remarks == [])
    #expect(after.processID == before.processID)
    #expect(after.folders == [], "temporary folders of event realms")
    #expect(after.descriptors <= before.descriptors + 4)
    #expect(after.residentMegabytes < before.residentMegabytes + 64)
  }
}

/// A process that several runs share.
private struct KeptAlive: Implementation {
  let info: ImplementationInfo
  let process: SubprocessImplementation

  func initialize(edition: String) -> ImplementationInfo { info }

  func runCase(_ program: CaseProgram) async throws -> CaseResult {
    try await process.runCase(program)
  }
}

/// What a process holds on to between two cases.
private struct Footprint {
  let processID: Int
  let folders: Set<String>
  let descriptors: Int
  let residentMegabytes: Int

  /// - Parameter note: a file with the number of the process.
  /// - Throws: if there is no such process.
  init(of note: URL) throws {
    let manager = FileManager.default
    let text = try String(contentsOf: note, encoding: .utf8)
    let id = try #require(Int(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    processID = id
    // Other processes make folders too: those of this one carry its number.
    folders = try Set(
      manager.contentsOfDirectory(atPath: manager.temporaryDirectory.path())
        .filter { $0.hasPrefix("touchstone-\(id)-") }
    )
    descriptors = try manager.contentsOfDirectory(atPath: "/proc/\(id)/fd").count
    let memory = try String(contentsOfFile: "/proc/\(id)/statm", encoding: .utf8)
    let pages = try #require(memory.split(separator: " ").dropFirst().first.flatMap { Int($0) })
    residentMegabytes = pages * 4096 / 1_048_576
  }
}
