import ArgumentParser
import Formats
import JSON
import TrailSamples

/// Makes audit trails to try checks with, as an export of the collection has them.
struct TrailSampleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trail-sample",
    abstract: "Write a made-up audit trail, clean or with defects, a document a line.",
    discussion: """
      The same options give the same trail. Without defects it is consistent and complete: checking it with \
      --complete finds no error. Its classes, for checking types, are written by --write-schema.
      """
  )

  @Option(help: "How many events.")
  var events = 1000

  @Option(help: "What makes one trail differ from another.")
  var seed: UInt64 = 1

  @Option(help: "The edition of the documents.")
  var edition = Edition.current

  @Flag(help: "Plant one defect of every code.")
  var defects = false

  @Option(
    name: .customLong("defect"),
    parsing: .upToNextOption,
    help: ArgumentHelp("Plant defects of these codes.", valueName: "code")
  )
  var codes: [String] = []

  @Option(
    help: ArgumentHelp(
      "Write what was planted where as JSON; standard error has it otherwise.",
      valueName: "path"
    )
  )
  var planted: String?

  @Option(help: ArgumentHelp("Write the classes of the objects as JSON.", valueName: "path"))
  var writeSchema: String?

  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard events >= 0 else {
      throw ValidationError("--events is a number from 0 on, not \(events)")
    }
    let known = SampleTrail.defectCodes
    if let code = codes.first(where: { !known.contains($0) }) {
      let list = known.joined(separator: ", ")
      throw ValidationError("no defect is planted for \(code); known: \(list)")
    }
  }

  func run() throws {
    for path in [planted, writeSchema].compactMap(\.self) {
      try OutputFile.checkFolder(of: path)
    }
    try output.check()
    if let writeSchema {
      try OutputFile.write(SampleTrail.schema.text(.pretty) + "\n", to: writeSchema)
    }
    let file = try output.begin()
    var sample = SampleTrail(events: events, seed: seed, edition: edition, defects: planned)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.pieceSize * 2)
    while sample.next(into: &bytes) {
      guard bytes.count >= Self.pieceSize else { continue }
      try write(bytes, to: file)
      bytes.removeAll(keepingCapacity: true)
    }
    try write(bytes, to: file)
    try file?.finish()
    try report(sample)
  }

  private var planned: [String] { defects ? SampleTrail.defectCodes : codes }

  private func report(_ sample: SampleTrail) throws {
    let missing = planned.count - sample.planted.count
    if missing > 0 {
      Console.complain("touchstone: \(missing) defects found no place; more --events give them one")
    }
    guard let planted else {
      for defect in sample.planted {
        Console.complain("line \(defect.line): \(defect.code) (\(defect.id))")
      }
      return
    }
    let entries = sample.planted.map { defect -> JSON in
      [
        "code": .string(defect.code), "line": .int(Int64(defect.line)), "_id": .string(defect.id),
      ]
    }
    try OutputFile.write(JSON.array(entries).text(.pretty) + "\n", to: planted)
  }

  private func write(_ bytes: [UInt8], to file: StreamedFile?) throws {
    if let file { try file.write(bytes) } else { Console.write(bytes) }
  }

  private static let pieceSize = 1 << 18
}
