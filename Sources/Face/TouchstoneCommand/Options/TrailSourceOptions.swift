import ArgumentParser
import Formats
import Foundation
import Touchstone
import TouchstoneReports
import TrailAnswers
import TrailReading

/// Which trail a question is about, and how names and times in its answer are shown.
struct TrailSourceOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The files, as touchstone check takes them; - is standard input.",
      valueName: "file"
    )
  )
  var files: [String]

  @Option(help: "The edition of the documents.")
  var edition = Edition.current

  @Option(
    help: ArgumentHelp(
      "The classes of the recorded realm, which name primary keys and what links lead to.",
      valueName: "path"
    )
  )
  var schema: String?

  @OptionGroup var keys: PrimaryKeyOptions

  @Option(
    help: ArgumentHelp(
      "Show times, and take days, with this offset, such as +02:00, in place of UTC.",
      valueName: "offset"
    )
  )
  var utcOffset: UTCOffset?

  @Option(
    help: ArgumentHelp(
      "Show times, and take days, as the clocks of this time zone do, such as Europe/Amsterdam, in summer and in winter.",
      valueName: "name"
    )
  )
  var timeZone: String?

  /// The clock of the reader.
  var clock: UTCOffset { timeZone.flatMap { UTCOffset(zone: $0) } ?? utcOffset ?? .zero }

  @Option(
    help: ArgumentHelp(
      "The metadata field that says who it was. Several are shown together. (default: all fields; users and activities count by username, user, userId and user_id, where an event has one of them)",
      valueName: "field"
    )
  )
  var userField: [String] = []

  @Option(
    help: ArgumentHelp(
      "Show pseudonyms made with the key in this file (16 bytes or more) for users, metadata, partitions and primary "
        + "keys. Values are left out.",
      valueName: "path"
    )
  )
  var pseudonyms: String?

  @Option(
    help: ArgumentHelp(
      "How many threads look through the files for an object (default: one a core). The answer does not depend on it.",
      valueName: "number"
    )
  )
  var jobs: Int?

  func validate() throws {
    try ImplementationOptions.checkJobs(jobs)
    _ = try keys.keys(schema: schema)
    guard let timeZone else { return }
    guard utcOffset == nil else {
      throw ValidationError("--time-zone and --utc-offset both say what days are: give one of them")
    }
    guard UTCOffset(zone: timeZone) != nil else {
      throw ValidationError(
        "\(timeZone) is not a time zone that is known here: give a name such as Europe/Amsterdam"
      )
    }
  }

  var inputs: [TrailInput] { files.map { TrailInput(argument: $0) } }

  /// A question about all of the trail; reads the schema and the key.
  func question() throws -> TrailQuestion {
    var question = TrailQuestion()
    question.edition = edition
    question.schema = try schema.map(CheckOptions.readSchema)
    question.primaryKeys = try keys.keys(schema: schema)
    question.offset = clock
    question.jobs = jobs ?? ProcessInfo.processInfo.activeProcessorCount
    question.userFields = userField
    if let path = pseudonyms {
      var key = try SuiteText.bytes(of: path, "the key of the pseudonyms")
      while let last = key.last, last == 0x0A || last == 0x0D { key.removeLast() }
      guard let pseudonyms = Pseudonyms(key: key) else {
        throw TrailError(
          "\(path): a key has at least \(Pseudonyms.smallestKey) bytes, not \(key.count)"
        )
      }
      question.pseudonym = { pseudonyms.pseudonym(of: $1, kind: $0) }
    }
    return question
  }

  /// Where nothing could be read, the answer would be none.
  func refuseIfEmpty(_ reading: ReadingExtent) throws {
    guard reading.documents == 0 else { return }
    guard reading.unreadCount > 0 else { throw TrailError.noDocuments(in: files) }
    for note in reading.noteLines { Console.complain("touchstone: \(note)") }
    throw TrailError.nothingRead(of: files)
  }

  /// The object of an option.
  static func object(_ text: String) throws -> ObjectName {
    guard let name = ObjectName(text) else {
      if text.hasSuffix("/"), let className = text.split(separator: "/").first {
        throw ValidationError(
          "\(text) has no key: --object '\(className)/\"\"' asks for the empty text"
        )
      }
      throw ValidationError("--object is a class, a slash and a key: Person/62b3…, not \(text)")
    }
    return name
  }
}

extension UTCOffset: ExpressibleByArgument {
  /// Reads `+02:00`.
  public init?(argument: String) { self.init(argument) }

  /// An instant, or a day as its beginning or its end.
  func instant(_ text: String, isEnd: Bool) throws -> Int64 {
    guard let instant = TrailFilter.instant(text, isEnd: isEnd, in: self) else {
      throw ValidationError(
        "\(text) is not a date: give 2022-06-23, 2022-06-23T14:54:37Z or 2022-06-23T16:54:37+02:00"
      )
    }
    return instant
  }

  /// An instant, or the last one of a day.
  func lastInstant(_ text: String) throws -> Int64 {
    // The end of a day is the beginning of the next one.
    try instant(text, isEnd: true) - (text.utf8.count == 10 ? 1 : 0)
  }
}
