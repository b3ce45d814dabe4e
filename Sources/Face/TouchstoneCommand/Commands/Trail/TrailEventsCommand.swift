import ArgumentParser
import TrailReading
import TouchstoneReports
import TrailAnswers

/// Tells what users saw and did, event by event.
struct TrailEventsCommand: TrailQuestionCommand {
  static let configuration = CommandConfiguration(
    commandName: "events",
    abstract: "What users saw and did, event by event, with the data.",
    discussion: """
      Text is in the order of time, and has --max-events at the most. The formats for machines have a row for each object \
      that an event mentions, in the order of the files, however many there are.
      """
  )

  @OptionGroup var source: TrailSourceOptions

  @Option(
    help: ArgumentHelp(
      "Only events that mention this object. Several are alternatives.",
      valueName: "class/key"
    )
  )
  var object: [String] = []

  @OptionGroup var filter: TrailFilterOptions

  @Flag(help: "Leave out the values of properties and the texts of custom events.")
  var noValues = false

  @OptionGroup var answer: AnswerOptions

  @Option(help: "How many events are shown as text.")
  var maxEvents = 10_000

  func validate() throws {
    _ = try object.map(TrailSourceOptions.object)
    guard (0...1_000_000).contains(maxEvents) else {
      throw ValidationError("--max-events is between 0 and 1000000")
    }
    _ = try filter.filter(source)
  }

  func run() throws {
    let question = try source.question(filter, about: object)
    let rows = EventRows(question, showsValues: !noValues && source.pseudonyms == nil)
    let stream = EventStream(question)
    let reading =
      answer.format == .text ? try writeText(stream, rows) : try writeRows(stream, rows)
    try source.refuseIfEmpty(reading)
    if !reading.isWhole { throw ExitCode(1) }
  }

  private func writeRows(_ stream: EventStream, _ rows: EventRows) throws -> ReadingExtent {
    let writer = AnswerRows(EventRows.columns, as: answer.format, clock: source.clock)
    var bytes = writer.header
    let reading = try stream.read(source.inputs) { event, acts in
      rows.forEachRow(event, acts) { row in
        writer.append(row, to: &bytes)
        guard bytes.count > 1 << 16 else { return }
        Console.write(bytes)
        bytes.removeAll(keepingCapacity: true)
      }
    }
    Console.write(bytes)
    answer.complain(reading)
    return reading
  }

  private func writeText(_ stream: EventStream, _ rows: EventRows) throws -> ReadingExtent {
    var texts = TextSpool()
    var count = 0
    let reading = try stream.read(source.inputs) { event, acts in
      count += 1
      guard texts.count < maxEvents else { return }
      texts.begin(event.document.timestamp ?? .min)
      rows.forEachLine(event, acts, style: .standardOutput) { texts.write($0 + "\n") }
      texts.write("\n")
    }
    try texts.forEachPiece { Console.write($0) }
    Console.write(
      EventRows.summary(count, shown: texts.count, reading, style: .standardOutput)
    )
    return reading
  }
}
