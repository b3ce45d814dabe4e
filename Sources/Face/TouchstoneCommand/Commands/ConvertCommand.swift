import ArgumentParser
import Formats
import JSON
import Touchstone
import TouchstoneReports
import TrailReading
import TrailExport

/// Writes an exported trail as audit records of other systems.
struct ConvertCommand: TrailFiles {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Write an exported trail as FHIR AuditEvent resources or OCSF events.",
    discussion: """
      Writes one resource or event a line. What a trail cannot say of itself, such as which metadata field is the user \
      and which class are the patients, stands in a mapping file. The Spec, "Exports of trails", says what becomes of \
      each field and what is lost. Files are taken as by touchstone check.

      Values of objects and the data of custom events are left out unless --values asks for them: who hands logs on \
      hands on who saw and changed whom, not what is in the records.

      What cannot be read is named on standard error. The exit status is 0 if all of the trail was written as the \
      mapping says, 1 if something was not, and 2 if nothing could be.
      """
  )

  @Argument(help: ArgumentHelp("The files; - is standard input.", valueName: "file"))
  var files: [String]

  @Option(help: "What to write: AuditEvent resources of FHIR R4, or API Activity events of OCSF.")
  var to: TrailExport.Target

  @Option(help: ArgumentHelp("Which fields and classes mean what, as JSON.", valueName: "path"))
  var mapping: String?

  @Option(help: "The classes of the recorded realm, which name the primary keys.")
  var schema: String?

  @OptionGroup var keys: PrimaryKeyOptions

  @Option(help: "The edition of the documents.")
  var edition = Edition.current

  @Flag(
    inversion: .prefixedNo,
    exclusivity: .exclusive,
    help: "Write the values of objects, and the data of custom events."
  )
  var values = false

  @Flag(help: "Write one FHIR Bundle of type collection instead of lines.")
  var bundle = false

  @OptionGroup var output: OutputOptions

  func validate() throws {
    _ = try keys.keys(schema: schema)
    guard !bundle || to == .fhir else { throw ValidationError("--bundle is for --to fhir") }
  }

  func run() throws {
    if let path = output.output {
      try OutputFile.checkDistinct([path], from: files + [mapping, schema].compactMap(\.self))
    }
    let primaryKeys = try keys.keys(schema: schema)
    let schema = try schema.map(CheckOptions.readSchema)
    let mapping = try readMapping(schema)
    try output.check()
    var export = TrailExport(
      to: to,
      mapping: mapping,
      edition: edition,
      schema: schema,
      primaryKeys: primaryKeys,
      includesValues: values
    )
    let sink = ConvertedLines(try output.begin(), isBundle: bundle)
    for file in files {
      try export.export(TrailInput(argument: file)) { sink.write($0) }
    }
    // Of nothing, no file is left.
    if export.summary.documents > 0 { try sink.finish() }
    try report(export.summary)
  }

  private func readMapping(_ schema: CaseSchema?) throws -> ExportMapping {
    guard let path = mapping else { return ExportMapping() }
    let text = try SuiteText.bytes(of: path, "the mapping")
    do {
      let mapping = try ExportMapping(JSON(text: text, path: path))
      if let schema, let fault = mapping.fault(against: schema) { throw fault }
      return mapping
    } catch let fault as JSONFault {
      throw SuiteError(fault, in: text, of: path)
    }
  }

  private func report(_ summary: TrailExport.Summary) throws {
    for place in summary.places { Console.complain(terminalSafe(place)) }
    for note in summary.notes { Console.complain("note: " + terminalSafe(note)) }
    for mistake in summary.mistakes { Console.complain("touchstone: " + terminalSafe(mistake)) }
    guard summary.documents > 0 else {
      throw TrailError.noDocuments(in: files)
    }
    let read = Plural.of(summary.documents, "document")
    let written = Plural.of(summary.lines, to == .fhir ? "resource" : "event")
    Console.complain("touchstone: \(read) read, \(written) written")
    if summary.unread > 0 {
      let text = "\(Plural.of(summary.unread, "place")) could not be read or written in full"
      Console.complain("touchstone: \(text): what is written is not the whole trail")
    }
    if !summary.isWhole { throw ExitCode(1) }
  }
}

/// Hands lines on in large pieces.
private final class ConvertedLines {
  private let file: StreamedFile?
  private var bundle: CollectionBundle?
  private var bytes: [UInt8] = []
  /// What the file refused; nothing is written after that.
  private var failure: (any Error)?

  private static let pieceSize = 1 << 18

  init(_ file: StreamedFile?, isBundle: Bool) {
    self.file = file
    guard isBundle else { return }
    let bundle = CollectionBundle()
    bytes.append(contentsOf: bundle.beginning.utf8)
    self.bundle = bundle
  }

  func write(_ line: JSON) {
    if bundle != nil {
      bundle?.write(line, into: &bytes)
    } else {
      line.write(into: &bytes)
      bytes.append(UInt8(ascii: "\n"))
    }
    if bytes.count >= Self.pieceSize { flush() }
  }

  func finish() throws {
    if let bundle { bytes.append(contentsOf: bundle.end.utf8) }
    flush()
    if let failure { throw failure }
    try file?.finish()
  }

  private func flush() {
    defer { bytes.removeAll(keepingCapacity: true) }
    guard failure == nil else { return }
    guard let file else { return Console.write(bytes) }
    do { try file.write(bytes) } catch { failure = error }
  }
}
