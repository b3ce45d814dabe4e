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
      """
  )

  @Argument(help: ArgumentHelp("The files; - is standard input.", valueName: "file"))
  var files: [String]

  @Option(help: ArgumentHelp("The object to follow, such as Person/62b3….", valueName: "class/key"))
  var object: String?

  @Option(help: "Only events of this activity. May be given several times.")
  var activity: [String] = []

  @Option(help: ArgumentHelp("Only events from this instant or day on, in UTC.", valueName: "date"))
  var from: String?

  @Option(
    help: ArgumentHelp("Only events before this instant, or up to this day.", valueName: "date")
  )
  var to: String?

  @Option(
    help: ArgumentHelp(
      "Only events with this metadata, such as username=Jason Bourne. May be given several times.",
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
    if let object, Self.parts(of: object) == nil {
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
    if let object, let (className, key) = Self.parts(of: object) {
      let life = try ObjectTimeline(
        of: className,
        key: key,
        in: inputs,
        filter: filter(),
        edition: edition,
        schema: try schema.map(CheckOptions.readSchema),
        limit: maxEvents
      )
      try refuseIfEmpty(life.documents)
      try show(TimelinePage(life), TimelineText(life, style: .standardOutput).text)
    } else {
      let list = try ActivityList(in: inputs, filter: filter(), edition: edition)
      try refuseIfEmpty(list.documents)
      try show(TimelinePage(list), list.text(style: .standardOutput))
    }
  }

  private func refuseIfEmpty(_ documents: Int) throws {
    guard documents > 0 else {
      throw TrailError("there is no document in \(files.joined(separator: ", "))")
    }
  }

  private func show(_ page: TimelinePage, _ text: String) throws {
    if let html { try OutputFile.write(page.text, to: html) } else { Console.write(text) }
  }

  private static func parts(of object: String) -> (String, String)? {
    let parts = object.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
    return (String(parts[0]), String(parts[1]))
  }

  private func filter() throws -> TrailFilter {
    var filter = TrailFilter()
    filter.activities = activity
    filter.from = try instant(from, isEnd: false)
    filter.to = try instant(to, isEnd: true)
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
