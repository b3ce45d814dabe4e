import ArgumentParser
import Formats
import Foundation
import JSON
import Touchstone
import TouchstoneReports
import Trail

/// Tells what a trail says: the timeline of one object, or what was done under each activity.
struct TrailCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trail",
    abstract: "Read an exported trail: the timeline of an object, or its activities.",
    discussion: """
      With --object: who saw it, who changed what, when, under which activity and metadata. Without: what was seen and \
      done under each activity. Files are taken as by touchstone check.

      Several values of one filter are alternatives, and all filters that are given have to hold: with two --activity, \
      events of either, and of these only those that --from, --to and --user admit. Of several --user, values of the \
      same field are alternatives, and different fields all have to hold. An event that stands in two files is counted once.

      The exit status is 0 if all of the trail could be read, 1 if something could not, which the answer names, and 2 \
      if the question could not be answered, such as when the trail has no class of that name.
      """
  )

  @Argument(help: ArgumentHelp("The files; - is standard input.", valueName: "file"))
  var files: [String]

  @Option(
    help: ArgumentHelp(
      "The object to follow, such as Person/62b3…. Person/\"5\" is the string where Person/5 is a number.",
      valueName: "class/key"
    )
  )
  var object: String?

  @Option(help: "Only events of this activity. Several are alternatives.")
  var activity: [String] = []

  @Option(help: ArgumentHelp("Only events from this instant or day on, in UTC.", valueName: "date"))
  var from: String?

  @Option(
    help: ArgumentHelp("Only events before this instant, or up to this day.", valueName: "date")
  )
  var to: String?

  @Option(
    help: ArgumentHelp(
      "Only events with this metadata, such as username=Jason Bourne. Several values of a field are alternatives.",
      valueName: "field=value"
    )
  )
  var user: [String] = []

  @Option(help: "The edition of the documents.")
  var edition = Edition.current

  @Option(help: "The classes of the recorded realm, which name the primary keys.")
  var schema: String?

  @Option(help: "How many events of an object are shown.")
  var maxEvents = 10_000

  @Option(help: ArgumentHelp("Write a page of HTML instead.", valueName: "path"))
  var html: String?

  func validate() throws {
    if let object, ObjectName(object) == nil {
      throw ValidationError("--object is a class, a slash and a key: Person/62b3…, not \(object)")
    }
    guard (0...1_000_000).contains(maxEvents) else {
      throw ValidationError("--max-events is between 0 and 1000000")
    }
    if html != nil, files.contains(html ?? "") {
      throw ValidationError("--html would overwrite the trail")
    }
    _ = try filter()
  }

  func run() throws {
    if let html { try OutputFile.checkFolder(of: html) }
    let inputs = files.map { TrailInput(argument: $0) }
    var question = TrailQuestion()
    question.edition = edition
    question.schema = try schema.map(CheckOptions.readSchema)
    question.filter = try filter()
    let reading: TrailReading
    if let object = object.flatMap({ ObjectName($0) }) {
      let life = try ObjectTimeline(of: object, in: inputs, question, limit: maxEvents)
      try refuseIfEmpty(life.reading)
      try show(TimelinePage(life), TimelineText(life, style: .standardOutput).text)
      reading = life.reading
    } else {
      let list = try ActivityList(in: inputs, question)
      try refuseIfEmpty(list.reading)
      try show(TimelinePage(list), list.text(style: .standardOutput))
      reading = list.reading
    }
    if !reading.isWhole { throw ExitCode(1) }
  }

  /// Where nothing could be read, the answer would be none.
  private func refuseIfEmpty(_ reading: TrailReading) throws {
    guard reading.documents == 0, reading.unreadCount == 0 else { return }
    throw TrailError("there is no document in \(files.joined(separator: ", "))")
  }

  private func show(_ page: TimelinePage, _ text: String) throws {
    if let html { try OutputFile.write(page.text, to: html) } else { Console.write(text) }
  }

  private func filter() throws -> TrailFilter {
    var filter = TrailFilter()
    filter.activities = activity
    filter.from = try instant(from, isEnd: false)
    filter.to = try instant(to, isEnd: true)
    if let from = filter.from, let to = filter.to, from >= to {
      throw ValidationError("--from is not before --to: no event is between them")
    }
    for text in user {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty else {
        throw ValidationError("--user is a field and its value: username=Jason Bourne, not \(text)")
      }
      filter.users.append(
        AuditDocument.Field(key: String(parts[0]), value: String(parts[1]))
      )
    }
    return filter
  }

  private func instant(_ text: String?, isEnd: Bool) throws -> Int64? {
    guard let text else { return nil }
    guard let instant = TrailFilter.instant(text, isEnd: isEnd) else {
      throw ValidationError("\(text) is not a date: give 2022-06-23 or 2022-06-23T14:54:37Z")
    }
    return instant
  }
}
