import JSON
import TrailReading
package import TrailAnswers

/// What is known of an object at a time, or between two times, as tables.
package struct ObjectAnswers {
  private let timeline: ObjectTimeline
  private let question: TrailQuestion
  private let showsValues: Bool

  /// Answers from a timeline, which is not cut off.
  package init(_ timeline: ObjectTimeline, _ question: TrailQuestion, showsValues: Bool) {
    (self.timeline, self.question, self.showsValues) = (timeline, question, showsValues)
  }

  /// The state at an instant.
  package func state(at instant: Int64) -> AnswerTable {
    let state = ObjectSnapshot(timeline, at: instant)
    return AnswerTable(
      sentences: [
        "\(timeline.name) at \(question.offset.text(instant)): \(words(state))"
          + timeline.reading.unreadClause
      ],
      columns: ["property", "value", "known_since", "by", "activity", "user", "event"],
      rows: state.properties.map { name, property in
        [.text(name), value(property.value)] + cells(property.since)
      },
      notes: timeline.reading.notes
    )
  }

  /// What differs between two instants.
  package func difference(from start: Int64, to end: Int64) -> AnswerTable {
    let difference = ObjectDifference(timeline, from: start, to: end)
    return AnswerTable(
      sentences: [
        "\(timeline.name) at \(question.offset.text(start)): \(words(difference.first))",
        "\(timeline.name) at \(question.offset.text(end)): \(words(difference.second))"
          + timeline.reading.unreadClause,
        difference.changes.isEmpty
          ? "no property is known to differ"
          : Plural.of(difference.changes.count, "property", "properties")
            + (difference.changes.count == 1 ? " differs" : " differ"),
      ],
      columns: ["property", "before", "after", "known_since", "by", "activity", "user", "event"],
      rows: difference.changes.map { change in
        [.text(change.name), value(change.old), value(change.new?.value)]
          + (change.new.map { cells($0.since) } ?? Array(repeating: .none, count: 5))
      },
      notes: timeline.reading.notes
    )
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
