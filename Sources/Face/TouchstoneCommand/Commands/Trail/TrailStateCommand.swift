import ArgumentParser
import TouchstoneReports
import TrailAnswers
import TrailReading

/// Tells what was known of an object at a time.
struct TrailStateCommand: TrailQuestionCommand {
  static let configuration = CommandConfiguration(
    commandName: "state",
    abstract: "The state of an object at a time, as far as the trail tells it.",
    discussion: """
      Each property has the value that the last event up to then shows or leaves, with the event that is the first to show \
      it. A trail does not have changes that were made outside scopes.
      """
  )

  @OptionGroup var object: TrailObjectOptions

  var source: TrailSourceOptions {
    get { object.source }
    set { object.source = newValue }
  }

  @Option(help: ArgumentHelp("The instant, or the day, whose end counts.", valueName: "date"))
  var at: String

  @OptionGroup var answer: AnswerOptions

  func validate() throws { _ = try object.source.lastInstant(at) }

  func run() throws {
    let instant = try object.source.lastInstant(at)
    let (answers, reading) = try object.answers(upTo: instant)
    try answer.write(answers.state(at: instant), object.source, reading)
  }
}

/// Tells what became of an object between two times.
struct TrailDifferenceCommand: TrailQuestionCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "What differs in an object between two times."
  )

  @OptionGroup var object: TrailObjectOptions

  var source: TrailSourceOptions {
    get { object.source }
    set { object.source = newValue }
  }

  @Option(help: ArgumentHelp("The first instant, or the day, whose end counts.", valueName: "date"))
  var from: String

  @Option(
    help: ArgumentHelp("The second instant, or the day, whose end counts.", valueName: "date")
  )
  var to: String

  @OptionGroup var answer: AnswerOptions

  func validate() throws {
    guard try object.source.lastInstant(from) < object.source.lastInstant(to) else {
      throw ValidationError("--from is not before --to")
    }
  }

  func run() throws {
    let (start, end) = (
      try object.source.lastInstant(from), try object.source.lastInstant(to)
    )
    let (answers, reading) = try object.answers(upTo: end)
    try answer.write(answers.difference(from: start, to: end), object.source, reading)
  }
}

/// Which object a question about states is about.
struct TrailObjectOptions: ParsableArguments {
  /// What is kept of one object at the most.
  private static let eventLimit = 1_000_000

  @OptionGroup var source: TrailSourceOptions

  @Option(help: ArgumentHelp("The object, such as Person/62b3….", valueName: "class/key"))
  var object: String

  @Flag(help: "Leave out the values.")
  var noValues = false

  func validate() throws { _ = try TrailSourceOptions.object(object) }

  /// What is known of the object by an instant.
  func answers(upTo instant: Int64) throws -> (ObjectAnswers, ReadingExtent) {
    var question = try source.question()
    let name = try TrailSourceOptions.object(object)
    // A later event is not a reason to believe an earlier value.
    if instant < .max { question.filter.to = instant + 1 }
    let life = try ObjectTimeline(of: name, in: source.inputs, question, limit: Self.eventLimit)
    guard life.count == life.entries.count else {
      throw TrailError("\(object) has \(life.count) events; \(Self.eventLimit) can be followed")
    }
    let showsValues = !noValues && source.pseudonyms == nil
    return (ObjectAnswers(life, question, showsValues: showsValues), life.reading)
  }
}

extension TrailSourceOptions {
  /// An instant, or the last one of a day.
  func lastInstant(_ text: String) throws -> Int64 {
    let instant = try instant(text, isEnd: true)
    let isDay = text.utf8.count == 10
    return isDay ? instant - 1 : instant
  }
}
