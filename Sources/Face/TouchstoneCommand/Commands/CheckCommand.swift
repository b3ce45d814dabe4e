import ArgumentParser
import Foundation
import JSON
import TouchstoneReports
import TrailCheck
import TrailReading
import TrailState

/// Checks exported documents of the `AuditEvent` collection, without any implementation.
struct CheckCommand: TrailFiles {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check an exported trail.",
    discussion: """
      Files hold documents in Extended JSON, relaxed or canonical, one a line or in an array, as mongoexport writes \
      them, or in BSON, as mongodump writes them, also as an archive. They may be compressed with gzip, and with zstd \
      where its library is installed. The name - is standard input.

      The exit status is 0 if there is no error, 1 if there is one, and 2 if the trail could not be checked. Warnings \
      are not errors, unless --fail-on says so. What a code means stands in the Spec, "Trails".

      With --state, the trail is held against a database as well: what the events say each object is at the end \
      beside what is there. A trail shows neither data nor what is finer than a millisecond, and it is silent about \
      changes that were not recorded: the balance at the end says how much could be compared.

      Every report says what was read. The SHA-256 of files is computed with --report, --manifest, --verify and \
      --partial, and of files of up to 64 MiB together in any case. --verify without files checks nothing: it says \
      which files that the manifest names are no longer what they were, with --schema also whether that is the schema \
      of the manifest, and the exit status is 1 if there is a difference.

      \(TrailBlindSpots.help)
      """
  )

  @Argument(help: ArgumentHelp("The files, in the order of the trail.", valueName: "file"))
  var files: [String] = []

  @OptionGroup var options: CheckOptions

  @OptionGroup var reports: ReportOptions<TrailReport>

  @OptionGroup var evidence: EvidenceOptions

  @OptionGroup var state: StateOptions

  @Flag(help: "Print what is known of this part of a trail, for touchstone merge.")
  var partial = false

  @Option(help: "What findings call standard input.")
  var name: String?

  @Option(
    help: ArgumentHelp(
      "How many threads check files, and parts of a large file, at the same time (default: as many as there are processors).",
      discussion: """
        The report is the same, whatever the number. Standard input, small trails, --partial and a trail of which a limit of the \
        check was reached are checked by one thread.
        """
    )
  )
  var jobs: Int?

  func validate() throws {
    try ImplementationOptions.checkJobs(jobs)
    guard !files.isEmpty || evidence.verify != nil else {
      throw ValidationError("name the files of the trail, or - for standard input")
    }
    if files.isEmpty, let option = optionAboutACheck {
      throw ValidationError(
        "without files, --verify checks nothing, and \(option) is about a check: name the files of the trail"
      )
    }
    try state.check(schema: options.schema, isPartial: partial)
    guard !partial || (reports.report.isEmpty && !evidence.needsDigests) else {
      throw ValidationError(
        "--partial has no report and no manifest: touchstone merge writes those of the whole"
      )
    }
  }

  /// An option that has nothing to do where nothing is checked.
  private var optionAboutACheck: String? {
    if partial { return "--partial" }
    if !reports.report.isEmpty { return "--report" }
    if state.state != nil { return "--state" }
    return evidence.manifest == nil ? nil : "--manifest"
  }

  func run() throws {
    guard name == nil || files.contains("-") else {
      throw ValidationError("--name is what standard input is called: give - among the files")
    }
    if files.isEmpty { return try evidence.verifyFiles(schema: options.schemaFile) }
    var options = try options.trailOptions()
    let database = try state.location(options.schema)
    options.isPartial = partial
    options.digestsInputs =
      partial || evidence.isKept(with: reports) || areQuicklyDigested
    if evidence.isKept(with: reports) { options.origin.identify() }
    try reports.check()
    try evidence.check(
      besides: reports.report.map(\.path),
      reading: files + [self.options.schema].compactMap(\.self) + state.paths
    )
    let inputs = files.map { NamedInput(TrailInput(argument: $0), name: $0 == "-" ? name : nil) }
    let comparison = try database.map {
      try Reconciliation(of: inputs, with: $0, options, jobs: threads)
    }
    guard var report = try comparison?.trail ?? report(of: inputs, options) else { return }
    if report.documents == 0, report.findings.counts.isEmpty {
      throw TrailError.noDocuments(in: files)
    }
    // What has no event says nothing of a database.
    if let comparison, report.documents > 0 {
      try report.take(comparison, digests: options.digestsInputs)
    }
    try EventGrounds(inputs, options).fill(&report.findings)
    try evidence.complete(&report)
    Console.write(report.text(style: .standardOutput))
    guard report.documents > 0 else {
      throw TrailError.nothingRead(of: files)
    }
    try reports.write(report)
    try evidence.write(report)
    if !report.isPassed { throw ExitCode(1) }
  }

  /// What a check finds; nil if this is a part, which was printed.
  ///
  /// What the check has kept is gone afterwards.
  private func report(of inputs: [NamedInput], _ options: TrailOptions) throws -> TrailReport? {
    var check = TrailCheck(options)
    try check.check(inputs, jobs: threads)
    if partial {
      var bytes: [UInt8] = []
      try check.partial().write(into: &bytes)
      Console.write(bytes + "\n".utf8)
      return nil
    }
    try check.finish(jobs: threads)
    return TrailReport(check, of: files)
  }

  private var threads: Int { jobs ?? ProcessInfo.processInfo.activeProcessorCount }

  /// Whether the files are so small that their digests take no noticeable time.
  private var areQuicklyDigested: Bool {
    var bytes = 0
    for file in files {
      // The file's owner is not looked up: that may take a server.
      guard let size = TrailInput(argument: file).size else { return false }
      bytes += size
      if bytes > 64 << 20 { return false }
    }
    return true
  }
}
