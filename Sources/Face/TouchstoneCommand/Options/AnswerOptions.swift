import ArgumentParser
import TouchstoneReports
import TrailAnswers

/// In which form an answer about a trail is written.
struct AnswerOptions: ParsableArguments {
  @Option(
    help: "text for people; jsonl (an object of JSON a line) or csv (RFC 4180, UTF-8) for machines."
  )
  var format = AnswerFormat.text

  /// Writes a table, and says on standard error what a format for machines has no place for.
  func write(_ table: AnswerTable, _ source: TrailSourceOptions, _ reading: ReadingExtent) throws {
    try source.refuseIfEmpty(reading)
    if format == .text {
      Console.write(table.text(style: .standardOutput, clock: source.clock))
    } else {
      Console.write(table.text(as: format, clock: source.clock))
      complain(reading)
    }
    if !reading.isWhole { throw ExitCode(1) }
  }

  /// Says what should be known besides.
  func complain(_ reading: ReadingExtent) {
    for note in reading.noteLines { Console.complain("touchstone: \(note)") }
  }
}

extension AnswerFormat: ExpressibleByArgument {}
