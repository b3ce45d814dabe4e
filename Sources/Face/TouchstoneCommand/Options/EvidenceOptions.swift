import ArgumentParser
import Formats
import JSON
import Pages
import Touchstone
import TouchstoneReports
import TrailCheck
import TrailReading

/// What makes a report evidence: a manifest of what was read, and when the check fails.
struct EvidenceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write what was read, with the SHA-256 of each file, as JSON.",
      valueName: "path"
    )
  )
  var manifest: String?

  @Option(
    help: ArgumentHelp(
      "Say which files are not as a manifest has them, which fails the check.",
      valueName: "path"
    )
  )
  var verify: String?

  @Option(help: "The least level of findings that fails the check: warning or error.")
  var failOn = FailingLevel.error

  /// The levels that may fail a check: notes are never wrong.
  enum FailingLevel: String, ExpressibleByArgument, CaseIterable {
    case warning, error

    var level: FindingCode.Level { self == .warning ? .warning : .error }
  }

  /// Whether the digests of the inputs are needed.
  var needsDigests: Bool { manifest != nil || verify != nil }

  /// Whether something is written that says to the byte what was read, and by which program.
  func isKept(with reports: ReportOptions<TrailReport>) -> Bool {
    needsDigests || !reports.report.isEmpty
  }

  /// Refuses what could not be written, or would replace what is read, before a long run is spent on it.
  func check(besides reports: [String], reading inputs: [String]) throws {
    if let manifest {
      try OutputFile.checkFolder(of: manifest)
      guard !reports.contains(manifest) else {
        throw OutputError("a report and the manifest would both be written to \(manifest)")
      }
    }
    let outputs = reports + [manifest].compactMap(\.self)
    try OutputFile.checkDistinct(outputs, from: inputs + [verify].compactMap(\.self))
  }

  /// Compares what was read with a manifest, and notes what fails the check.
  func complete(_ report: inout TrailReport) throws {
    report.failingLevel = failOn.level
    if let verify {
      let manifest = try Self.read(verify)
      report.provenance.differences = manifest.differences(from: report)
      report.provenance.isOfAnotherProgram = manifest.isOfAnotherProgram(
        than: report.provenance.origin
      )
    }
  }

  /// Writes the manifest, if it was asked for.
  func write(_ report: TrailReport) throws {
    if let manifest { try OutputFile.write(TrailManifest.text(of: report), to: manifest) }
  }

  /// Compares the files that a manifest names with what they are now, and says what differs.
  func verifyFiles(schema: TrailProvenance.SchemaFile?) throws {
    guard let verify else { return }
    let manifest = try Self.read(verify)
    let differences = manifest.differences(schema: schema)
    for difference in differences { Console.print(terminalSafe(difference)) }
    let files = Plural.of(manifest.count, "file")
    var origin = TrailOrigin()
    origin.identify()
    if manifest.isOfAnotherProgram(than: origin) {
      Console.print("another program made the manifest: \(terminalSafe(manifest.program))")
    }
    guard differences.isEmpty else {
      Console.print("\(Plural.of(differences.count, "difference")) from the manifest of \(files)")
      throw ExitCode(1)
    }
    Console.print("\(files) unchanged")
  }

  private static func read(_ path: String) throws -> TrailManifest {
    let json = try JSON(text: SuiteText.bytes(of: path, "the manifest"), path: path)
    do { return try TrailManifest(json) } catch { throw TrailError("\(path): \(error)") }
  }
}

extension TrailOrigin {
  /// Notes which program this is to the byte, which takes as long as reading it.
  mutating func identify() { (commit, sha256) = (VersionText.commit, VersionText.digest) }
}
