import Formats
import JSON
import TrailReading
package import TrailAnswers

/// What is known of objects at a time, or between two times, as tables.
package struct ObjectAnswers {
  private let timelines: [ObjectTimeline]
  private let reading: ReadingExtent
  private let question: TrailQuestion
  private let showsValues: Bool

  /// Answers from timelines, which are not cut off.
  package init(_ timelines: ObjectTimelines, _ question: TrailQuestion, showsValues: Bool) {
    (self.timelines, reading) = (timelines.all, timelines.reading)
    (self.question, self.showsValues) = (question, showsValues)
  }

  /// The one object that was asked for, which needs no column for people.
  private var only: ObjectTimeline? { question.objects.count == 1 ? timelines.first : nil }

  /// The state at an instant.
  package func state(at instant: Int64) -> AnswerTable {
    let columns = [
      "object", "state", "property", "value", "known_since", "by", "activity", "user", "event",
    ]
    func rows(_ name: String, _ state: ObjectSnapshot) -> [[AnswerCell]] {
      let rows = state.properties.map { name, property in
        [.text(name), value(property.value)] + cells(property.since)
      }
      return padded(rows, [.text(name), .text(state.word)], columns)
    }
    if let only {
      let state = ObjectSnapshot(only, at: instant)
      return AnswerTable(
        sentences: [
          "\(only.name) at \(question.offset.text(instant)): \(words(state))"
            + reading.unreadClause
        ],
        columns: columns,
        rows: rows(only.name, state),
        notes: reading.notes,
        saidColumns: 2
      )
    }
    let states = timelines.map { ($0.name, ObjectSnapshot($0, at: instant)) }
    let known = states.filter { $0.1.life != .unknown }
    let present = known.filter { $0.1.word == "present" }.count
    return AnswerTable(
      sentences: [
        "\(Plural.of(known.count, "object")) at \(question.offset.text(instant)): \(present) present, "
          + "\(known.count - present) deleted" + reading.unreadClause
      ],
      columns: columns,
      // Of a class, only the objects that an event mentions by then are listed.
      rows: (question.objects.isEmpty ? known : states).flatMap(rows),
      notes: reading.notes
    )
  }

  /// What differs between two instants.
  package func difference(from start: Int64, to end: Int64) -> AnswerTable {
    let columns = [
      "object", "state_before", "state_after", "property", "before", "after", "known_since", "by",
      "activity", "user", "event",
    ]
    func rows(_ name: String, _ difference: ObjectDifference) -> [[AnswerCell]] {
      let rows = difference.changes.map { change in
        [.text(change.name), value(change.old), value(change.new?.value)]
          + (change.new.map { cells($0.since) } ?? Array(repeating: .none, count: 5))
      }
      let states = [difference.first.word, difference.second.word]
      return padded(rows, [.text(name)] + states.map(AnswerCell.text), columns)
    }
    let differences = timelines.map { ($0.name, ObjectDifference($0, from: start, to: end)) }
    if let only, let (_, difference) = differences.first {
      return AnswerTable(
        sentences: [
          "\(only.name) at \(question.offset.text(start)): \(words(difference.first))",
          "\(only.name) at \(question.offset.text(end)): \(words(difference.second))"
            + reading.unreadClause,
          difference.changes.isEmpty
            ? "no property is known to differ"
            : Plural.of(difference.changes.count, "property", "properties")
              + (difference.changes.count == 1 ? " differs" : " differ"),
        ],
        columns: columns,
        rows: difference.isEmpty ? [] : rows(only.name, difference),
        notes: reading.notes,
        saidColumns: 3
      )
    }
    let changed = differences.filter { !$1.isEmpty }
    return AnswerTable(
      sentences: [
        "\(changed.count) of \(Plural.of(differences.count, "object")) "
          + (changed.count == 1 ? "differs" : "differ")
          + " between \(question.offset.text(start)) and \(question.offset.text(end))"
          + reading.unreadClause
      ],
      columns: columns,
      rows: changed.flatMap(rows),
      notes: reading.notes
    )
  }

  /// The rows of an object, of which there is one at least, behind what all of them begin with.
  private func padded(
    _ rows: [[AnswerCell]],
    _ start: [AnswerCell],
    _ columns: [String]
  ) -> [[AnswerCell]] {
    let rows = rows.isEmpty ? [[]] : rows
    return rows.map { row in
      let cells = start + row
      return cells + Array(repeating: .none, count: columns.count - cells.count)
    }
  }

  private func cells(_ evidence: ObjectSnapshot.Evidence) -> [AnswerCell] {
    let document = evidence.document
    return [
      AnswerCell(document.timestamp), .text(evidence.action), AnswerCell(document.activity),
      .text(question.user(document)), AnswerCell(document.id),
    ]
  }

  private func value(_ value: JSON?) -> AnswerCell {
    showsValues ? AnswerCell(value) : value == nil ? .none : .text("(left out)")
  }

  private func words(_ state: ObjectSnapshot) -> String {
    switch state.life {
    case .unknown: "no event up to that time mentions it"
    case .present(let last): "\(last.action) last \(words(last))"
    case .deleted(let deletion): "deleted \(words(deletion)); before that it was"
    }
  }

  private func words(_ evidence: ObjectSnapshot.Evidence) -> String {
    let user = question.user(evidence.document)
    return "at \(evidence.document.timestamp.map(question.offset.text) ?? "an unknown time")"
      + (user.isEmpty ? "" : " by \(user)")
  }
}

extension ObjectDifference {
  /// Whether neither a property nor whether the object is there differs.
  fileprivate var isEmpty: Bool { changes.isEmpty && first.word == second.word }
}

extension ObjectSnapshot {
  /// Whether there is such an object, in a word.
  fileprivate var word: String {
    switch life {
    case .unknown: "unknown"
    case .present: "present"
    case .deleted: "deleted"
    }
  }
}
