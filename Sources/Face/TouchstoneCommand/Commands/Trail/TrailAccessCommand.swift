import ArgumentParser
import TouchstoneReports
import TrailAnswers

/// Tells who accessed objects.
struct TrailAccessCommand: TrailQuestionCommand {
  static let configuration = CommandConfiguration(
    commandName: "access",
    abstract: "Who saw or changed an object, by day and user, without values.",
    discussion: """
      A row is a day and a user: how many events show, create, change and delete the object, the first and the last one, \
      and the activities. With --class, a row is that of an object of the class.
      """
  )

  @OptionGroup var source: TrailSourceOptions

  @Option(help: ArgumentHelp("The object, such as Person/62b3….", valueName: "class/key"))
  var object: String?

  @OptionGroup var filter: TrailFilterOptions

  @OptionGroup var answer: AnswerOptions

  func validate() throws {
    guard object != nil || !filter.classes.isEmpty else {
      throw ValidationError("access to what? Give --object or --class")
    }
    _ = try object.map(TrailSourceOptions.object)
    _ = try filter.filter(source)
  }

  func run() throws {
    var question = try source.question()
    question.filter = try filter.filter(source)
    question.object = try object.map(TrailSourceOptions.object)
    let list = try AccessList(in: source.inputs, question)
    try answer.write(list.table, source, list.reading)
  }
}
