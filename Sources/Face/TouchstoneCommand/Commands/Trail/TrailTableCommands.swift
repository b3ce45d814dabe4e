import ArgumentParser
import TouchstoneReports
import TrailAnswers

/// Tells what each user did.
struct TrailUsersCommand: TrailQuestionCommand {
  static let configuration = CommandConfiguration(
    commandName: "users",
    abstract: "What each user did under each activity, as numbers.",
    discussion: """
      An object counts each time an event shows or changes it, also inside another one: \
      'access --class' says which objects they were.
      """
  )

  @OptionGroup var source: TrailSourceOptions

  @OptionGroup var filter: TrailFilterOptions

  @OptionGroup var answer: AnswerOptions

  func validate() throws { _ = try filter.filter(source) }

  func run() throws {
    let question = try source.question(filter)
    let list = try UserList(in: source.inputs, question)
    try answer.write(list.table, source, list.reading)
  }
}

/// Tells on which days a trail has events.
struct TrailCoverageCommand: TrailQuestionCommand {
  static let configuration = CommandConfiguration(
    commandName: "coverage",
    abstract:
      "On which days each partition, or each device, has events, and where days are missing.",
    discussion: """
      A device begins a new partition whenever the one before is full, so the gaps of a device are those between its \
      partitions too: --device-field names the metadata field that tells which device it was.

      A row is a day of a partition with its events. days_without_before counts the days without events before it, back to \
      the last one that has some, and gap_from is the first of them. Such a gap proves nothing: only someone who knows when a \
      device was in use can tell whether events are missing.
      """
  )

  @OptionGroup var source: TrailSourceOptions

  @OptionGroup var filter: TrailFilterOptions

  @Option(
    help: ArgumentHelp(
      "The metadata field that says which device it was: rows are days of a device, across its partitions.",
      valueName: "field"
    )
  )
  var deviceField: String?

  @OptionGroup var answer: AnswerOptions

  func validate() throws { _ = try filter.filter(source) }

  func run() throws {
    var question = try source.question(filter)
    question.deviceField = deviceField
    let list = try CoverageList(in: source.inputs, question)
    try answer.write(list.table, source, list.reading)
  }
}
