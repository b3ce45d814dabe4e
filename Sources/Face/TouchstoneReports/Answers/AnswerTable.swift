import Formats
import JSON
import Touchstone
package import TouchstoneExplaining
package import TrailAnswers

/// An answer that is a table: a sentence, rows, and what should be known besides.
package struct AnswerTable: Sendable {
  /// What was asked, and how much there is.
  package var sentences: [String]
  /// The names of the columns, as formats for machines have them.
  package var columns: [String]
  /// The rows.
  package var rows: [[AnswerCell]]
  /// What could not be read, and other remarks.
  package var notes: [String]
  /// How many of the first columns the sentences say to people.
  var saidColumns = 0

  /// The table for people.
  package func text(style: ConsoleStyle = .plain, clock: UTCOffset = .zero) -> String {
    // An object of which nothing is known has a row for machines alone.
    let rows = rows.map { Array($0.dropFirst(saidColumns)) }
      .filter { row in saidColumns == 0 || row.contains { $0 != .none } }
    let cells = rows.map { row in row.map { Self.text($0, clock) } }
    let titles = columns.dropFirst(saidColumns).map { $0.replacing("_", with: " ") }
    let areNumbers = titles.indices.map { place in
      rows.contains { if case .number = $0[place] { true } else { false } }
    }
    let widths = titles.indices.map { column in
      cells.reduce(titles[column].count) { max($0, $1[column].count) }
    }
    func line(_ texts: [String]) -> String {
      let padded = texts.indices.map { column in
        let space = String(repeating: " ", count: widths[column] - texts[column].count)
        return areNumbers[column] ? space + texts[column] : texts[column] + space
      }
      let line = padded.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
    var lines = sentences.map { style.paint(terminalSafe($0), .bold) }
    if !rows.isEmpty { lines += ["", style.paint(line(titles), .dim)] + cells.map(line) }
    return (lines + Self.lines(notes, style)).joined(separator: "\n") + "\n"
  }

  /// The table for machines.
  package func text(as format: AnswerFormat, clock: UTCOffset) -> String {
    let writer = AnswerRows(columns, as: format, clock: clock)
    var bytes = writer.header
    for row in rows { writer.append(row, to: &bytes) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Notes as paragraphs below an answer.
  static func lines(_ notes: [String], _ style: ConsoleStyle) -> [String] {
    if notes.isEmpty { return [] }
    return [""]
      + notes.flatMap { note in
        Paragraph.lines(of: note, width: style.width, hanging: 2, breakingWords: true).map {
          style.paint($0, .yellow)
        }
      }
  }

  private static func text(_ cell: AnswerCell, _ clock: UTCOffset) -> String {
    switch cell {
    case .none: "–"
    case .text(let text): text.isEmpty ? "\"\"" : Abbreviation.shorten(text, to: 60)
    case .number(let number): String(number)
    case .time(let time): clock.text(time)
    case .json(let json): Abbreviation.shorten(json.text(), to: 60)
    case .value(let text): Abbreviation.shorten(text, to: 60)
    }
  }
}

// What each answer's table has.

extension AccessList {
  /// Who saw or changed objects, by day, without values.
  package var table: AnswerTable {
    AnswerTable(
      sentences: [
        "\(Plural.of(count, "event")) in \(Plural.of(reading.documents, "document"))"
          + reading.unreadClause
      ],
      columns: [
        "object", "day", "user", "seen", "created", "changed", "deleted", "first", "last",
        "activities", "seen_by_key_alone",
      ],
      rows: entries.map { entry in
        [
          .text(entry.object), .text(entry.day), AnswerCell(user: entry.user),
          .number(entry.seen), .number(entry.created), .number(entry.changed),
          .number(entry.deleted),
          AnswerCell(entry.first), AnswerCell(entry.last),
          .text(entry.activityNames.joined(separator: ", ")), .number(entry.seenByKey),
        ]
      },
      notes: reading.notes
    )
  }
}

extension AccessList.Entry {
  /// The activities in one order, in words that tell a blank one from none.
  fileprivate var activityNames: [String] {
    activities.keys.sorted { $0.precedes($1) }.map(ActivityList.title)
  }
}

extension UserList {
  /// What each user did under each activity.
  package var table: AnswerTable {
    AnswerTable(
      sentences: [
        "\(Plural.of(count, "event")) of "
          + Plural.of(users, namesUsers ? "user" : "combination")
          + (namesUsers ? "" : " of metadata") + " in " + Plural.of(reading.documents, "document")
          + namelessClause(nameless, "user")
          + reading.unreadClause
      ],
      columns: [
        "user", "activity", "reads", "writes", "custom_events", "objects_seen", "objects_changed",
        "first", "last",
      ],
      rows: entries.map { entry in
        [
          AnswerCell(user: entry.user), AnswerCell(entry.activity), .number(entry.reads),
          .number(entry.writes), .number(entry.customs), .number(entry.seen),
          .number(entry.changed),
          AnswerCell(entry.first), AnswerCell(entry.last),
        ]
      },
      notes: reading.notes
    )
  }
}

extension CoverageList {
  /// The days on which each partition has events, and those between them on which it has none.
  package var table: AnswerTable {
    let unit = deviceField == nil ? "partition" : "device"
    let empty = emptyDays == 0 ? "" : ", \(emptyDays) of them without an event in any \(unit)"
    return AnswerTable(
      sentences: [
        "\(Plural.of(count, "event")) of \(Plural.of(partitions, unit)) on "
          + Plural.of(days, "day") + empty + namelessClause(nameless, unit) + reading.unreadClause
      ],
      columns: [unit, "day", "events", "first", "last", "days_without_before", "gap_from"],
      rows: entries.map { entry in
        [
          entry.partition.isEmpty ? .none : .text(entry.partition), .text(entry.day),
          .number(entry.events), AnswerCell(entry.first),
          AnswerCell(entry.last), .number(entry.gap),
          entry.gap > 0 ? .text(entry.gapStart) : .none,
        ]
      },
      notes: reading.notes
    )
  }
}

/// How many events name no user or no device: that is not one of its own.
private func namelessClause(_ count: Int, _ word: String) -> String {
  count == 0 ? "" : "; \(Plural.of(count, "event")) \(count == 1 ? "names" : "name") no \(word)"
}

extension AnswerCell {
  /// A user, or nothing where no metadata tells one.
  fileprivate init(user: String) { self = user.isEmpty ? .none : .text(user) }
}
