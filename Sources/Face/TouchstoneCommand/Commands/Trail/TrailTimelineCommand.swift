import ArgumentParser
import Formats
import Foundation
import TouchstoneReports
import TrailAnswers
import TrailDatabase

/// Tells what a trail says: the timeline of one object, or what was done under each activity.
struct TrailTimelineCommand: TrailQuestionCommand {
  static let configuration = CommandConfiguration(
    commandName: "timeline",
    abstract: "The timeline of an object, or what was done under each activity (the default).",
    discussion: """
      With --object: who saw it, who changed what, when, under which activity and metadata. Without: what was seen and \
      done under each activity.
      """
  )

  @OptionGroup var source: TrailSourceOptions

  @Option(
    help: ArgumentHelp(
      "The object to follow, such as Person/62b3…. Person/\"5\" is the string where Person/5 is a number. Several are "
        + "followed one behind the other.",
      valueName: "class/key"
    )
  )
  var object: [String] = []

  @OptionGroup var filter: TrailFilterOptions

  @Flag(help: "Leave out the values of properties.")
  var noValues = false

  @Option(help: "How many events of an object are shown.")
  var maxEvents = 10_000

  @Option(help: ArgumentHelp("Write a page of HTML instead.", valueName: "path"))
  var html: String?

  @Option(
    help: ArgumentHelp(
      "Write a SQLite database instead, with tables of events, metadata, objects seen and changes.",
      valueName: "path"
    )
  )
  var sqlite: String?

  func validate() throws {
    guard html == nil || sqlite == nil else {
      throw ValidationError("--html and --sqlite are two answers: ask for one at a time")
    }
    _ = try object.map(TrailSourceOptions.object)
    guard (0...1_000_000).contains(maxEvents) else {
      throw ValidationError("--max-events is between 0 and 1000000")
    }
    _ = try filter.filter(source)
  }

  func run() throws {
    if let html {
      guard !source.files.contains(html) else {
        throw ValidationError("--html would overwrite the trail")
      }
      try OutputFile.checkFolder(of: html)
    }
    let question = try source.question(filter, about: object)
    let showsValues = !noValues && source.pseudonyms == nil
    if let sqlite { return try write(sqlite, question, showsValues: showsValues) }
    let clock = source.clock
    let reading: ReadingExtent
    if !question.objects.isEmpty {
      let lives = try ObjectTimelines(in: source.inputs, question, limit: maxEvents)
      try source.refuseIfEmpty(lives.reading)
      let wordings = lives.all.map {
        TimelineWording($0, clock: clock, showsValues: showsValues)
      }
      try show(
        TimelinePage(wordings),
        wordings.map { TimelineText($0, style: .standardOutput).text }.joined(separator: "\n")
      )
      reading = lives.reading
    } else {
      let list = try ActivityList(in: source.inputs, question)
      try source.refuseIfEmpty(list.reading)
      try show(
        TimelinePage(list, clock: clock),
        list.text(style: .standardOutput, clock: clock)
      )
      reading = list.reading
    }
    if !reading.isWhole { throw ExitCode(1) }
  }

  /// Writes the database; a part of it does not stay if the command is interrupted.
  private func write(_ path: String, _ question: TrailQuestion, showsValues: Bool) throws {
    let database = TrailDatabase(path, question, showsValues: showsValues)
    var signals: InterruptSignals?
    let result = try database.write(source.inputs) { partialPath in
      signals = InterruptSignals {
        unsafe unlink(partialPath)
        _exit(2)
      }
    }
    _ = signals
    let sum =
      "\(Plural.of(result.events, "event")) of \(Plural.of(result.reading.documents, "document"))"
    Console.print("\(terminalSafe(path)): \(sum)")
    for note in result.reading.noteLines { Console.print(note) }
    if !result.reading.isWhole { throw ExitCode(1) }
  }

  private func show(_ page: TimelinePage, _ text: String) throws {
    if let html { try OutputFile.write(page.text, to: html) } else { Console.write(text) }
  }
}
