import ArgumentParser
import TouchstoneReports
import TrailAnswers

/// Tells what was known of an object at a time.
struct TrailStateCommand: TrailQuestionCommand {
  static let configuration = CommandConfiguration(
    commandName: "state",
    abstract: "The state of objects at a time, as far as the trail tells it.",
    discussion: """
      Each property has the value that the last event up to then shows or leaves, with the event that is the first to show \
      it. A trail does not have changes that were made outside scopes. Each row for machines, and with \
      several objects or --class for people too, names its object and whether it is present or deleted by then.
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

  func validate() throws { _ = try object.source.clock.lastInstant(at) }

  func run() throws {
    let instant = try object.source.clock.lastInstant(at)
    let (answers, reading) = try object.answers(upTo: instant)
    try answer.write(answers.state(at: instant), object.source, reading)
  }
}

/// Tells what became of an object between two times.
struct TrailDifferenceCommand: TrailQuestionCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "What differs in objects between two times.",
    discussion: """
      With several objects, or with --class, those that differ have a row for each property, with their states before and \
      after, which rows for machines always have.
      """
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
    guard try object.source.clock.lastInstant(from) < object.source.clock.lastInstant(to) else {
      throw ValidationError("--from is not before --to")
    }
  }

  func run() throws {
    let (start, end) = (
      try object.source.clock.lastInstant(from), try object.source.clock.lastInstant(to)
    )
    let (answers, reading) = try object.answers(upTo: end)
    try answer.write(answers.difference(from: start, to: end), object.source, reading)
  }
}

/// Which objects a question about states is about.
struct TrailObjectOptions: ParsableArguments {
  /// How many events of all objects are kept at the most.
  private static let eventLimit = 1_000_000

  @OptionGroup var source: TrailSourceOptions

  @Option(
    help: ArgumentHelp(
      "The object, such as Person/62b3…. Several can be given.",
      valueName: "class/key"
    )
  )
  var object: [String] = []

  @Option(
    name: .customLong("class"),
    help: "All objects of this class, in place of --object. Several can be given."
  )
  var classes: [String] = []

  @Flag(help: "Leave out the values.")
  var noValues = false

  func validate() throws {
    guard object.isEmpty != classes.isEmpty else {
      throw ValidationError(
        object.isEmpty
          ? "of what? Give --object or --class"
          : "--object and --class both say which objects are meant: give one of them"
      )
    }
    _ = try object.map(TrailSourceOptions.object)
  }

  /// What is known of the objects by an instant.
  func answers(upTo instant: Int64) throws -> (ObjectAnswers, ReadingExtent) {
    var question = try source.question()
    question.objects = try object.map(TrailSourceOptions.object)
    question.filter.classes = classes
    // A later event is not a reason to believe an earlier value.
    if instant < .max { question.filter.to = instant + 1 }
    var lives = try ObjectTimelines(
      in: source.inputs,
      question,
      limit: .max,
      total: Self.eventLimit
    )
    if instant < .max { try lives.noteLateDevices(at: instant, in: source.inputs, question) }
    let showsValues = !noValues && source.pseudonyms == nil
    return (ObjectAnswers(lives, question, showsValues: showsValues), lives.reading)
  }
}
