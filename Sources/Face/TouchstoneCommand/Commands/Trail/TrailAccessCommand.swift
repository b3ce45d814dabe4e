import ArgumentParser
import TouchstoneReports
import TrailAnswers

/// Tells who accessed objects.
struct TrailAccessCommand: TrailQuestionCommand {
  static let configuration = CommandConfiguration(
    commandName: "access",
    abstract: "Who saw or changed objects, by day and user, without values.",
    discussion: """
      A row is an object, a day and a user: how many events show, create, change and delete the object, the first and the \
      last one, and the activities.

        who was shown the address of this patient, or the city in it?
          touchstone trail access FILE --object Patient/62b3… --property address.city
        what did Jason see of Meredith's patients?
          touchstone trail access FILE --class Patient --user username=Jason --objects-of username=Meredith
      """
  )

  @OptionGroup var source: TrailSourceOptions

  @Option(
    help: ArgumentHelp(
      "The object, such as Person/62b3…. Several are alternatives.",
      valueName: "class/key"
    )
  )
  var object: [String] = []

  @OptionGroup var filter: TrailFilterOptions

  @OptionGroup var answer: AnswerOptions

  func validate() throws {
    let isNamed = !object.isEmpty || !filter.classes.isEmpty
    guard isNamed || !filter.conditions.isEmpty || !filter.objectsOf.isEmpty else {
      throw ValidationError("access to what? Give --object or --class, or --where or --objects-of")
    }
    _ = try object.map(TrailSourceOptions.object)
    _ = try filter.filter(source)
  }

  func run() throws {
    let question = try source.question(filter, about: object)
    let list = try AccessList(in: source.inputs, question)
    try answer.write(list.table, source, list.reading)
  }
}
