import Formats
import JSON
import Touchstone
package import TouchstoneExplaining
package import TrailAnswers
import TrailReading

/// What users saw and did, event by event, in every format.
package struct EventRows: Sendable {
  /// The names of the columns for machines.
  package static let columns = [
    "time", "activity", "user", "event", "action", "class", "key", "inside", "value", "partition",
    "id", "file", "line", "document",
  ]

  private let question: TrailQuestion
  private let showsValues: Bool

  /// Rows with the data that was seen, or without.
  package init(_ question: TrailQuestion, showsValues: Bool) {
    (self.question, self.showsValues) = (question, showsValues)
  }

  /// Hands on a row for each object that an event mentions, one after the other; one for an event that mentions none.
  package func forEachRow(
    _ event: EventStream.Event,
    _ acts: EventStream.Acts,
    _ body: ([AnswerCell]) -> Void
  ) {
    var isEmpty = true
    acts.forEach { act in
      isEmpty = false
      let inside = act.owner.map { "\($0.name).\($0.property)" }
      let value = showsValues ? act.value : .none
      body(
        row(
          event,
          [
            .text(act.word), AnswerCell(act.className), AnswerCell(act.key), AnswerCell(inside),
            value,
          ]
        )
      )
    }
    guard isEmpty else { return }
    let action = event.isUnread ? "could not be read" : "custom"
    let text = showsValues ? AnswerCell(event.text) : .none
    body(row(event, [.text(action), .none, .none, .none, text]))
  }

  private func row(_ event: EventStream.Event, _ middle: [AnswerCell]) -> [AnswerCell] {
    let document = event.document
    return [
      AnswerCell(document.timestamp), AnswerCell(document.activity),
      .text(question.user(document)), AnswerCell(document.event),
    ] + middle + [
      AnswerCell(document.partition), AnswerCell(document.id), .text(document.position.file),
      .number(document.position.lineOrDocument), .number(document.position.document),
    ]
  }

  /// Hands on the lines of an event for people: who did it when, and below it each object.
  package func forEachLine(
    _ event: EventStream.Event,
    _ acts: EventStream.Acts,
    style: ConsoleStyle = .plain,
    _ body: (String) -> Void
  ) {
    let document = event.document
    let user = question.user(document)
    let time = document.timestamp.map(question.offset.text) ?? "at an unknown time"
    let activity = ActivityList.title(document.activity.map { ByteKey($0) })
    body(
      "\(style.paint(time, .dim))  \(style.paint(terminalSafe(activity), .bold))"
        + (user.isEmpty ? "" : " · \(terminalSafe(user))")
    )
    func add(_ text: String) {
      Paragraph.item(text, after: "  ", then: "    ", width: max(24, style.width)).forEach(body)
    }
    if event.isUnread { add("could not be read") }
    var isEmpty = true
    acts.forEach { act in
      isEmpty = false
      let key = act.shownKey.map { "/" + $0 } ?? ""
      let inside = act.owner.map { " as \($0.property) of \($0.name)" } ?? ""
      add("\(act.word) \(act.className ?? "an object")\(key)\(inside)" + details(act))
    }
    if isEmpty, !event.isUnread {
      let text = showsValues ? event.text.map { ": " + Abbreviation.shorten($0, to: 300) } : nil
      add((document.event ?? "custom event") + (text ?? ""))
    }
    let place = document.position.description + (document.id.map { " · " + $0 } ?? "")
    body("  " + style.paint(terminalSafe(place), .dim))
  }

  /// What is said below the events: how many there are, and what should be known besides.
  package static func summary(
    _ count: Int,
    shown: Int,
    _ reading: ReadingExtent,
    style: ConsoleStyle = .plain
  ) -> String {
    let sum =
      "\(Plural.of(count, "event")) in \(Plural.of(reading.documents, "document"))"
      + reading.unreadClause
    let unshown =
      count > shown
      ? ["\(count - shown) further events are not shown; filter, or raise --max-events"] : []
    let lines = AnswerTable.lines(unshown + reading.notes, style)
    return ([style.paint(sum, .bold)] + lines).joined(separator: "\n") + "\n"
  }

  private func details(_ act: EventStream.Act) -> String {
    let parts: [String]
    switch act.action {
    case .changed(let changes):
      parts = changes.map { change in
        guard showsValues else { return change.name }
        let old = change.old.map { short($0) + " → " } ?? ""
        return "\(change.name): \(old)\(short(change.new))"
      }
    case .seen(let object), .created(let object), .deleted(let object):
      guard showsValues else { return "" }
      parts = object.object.map { $0.map { "\($0): \(short($1))" } } ?? [short(object)]
    }
    return parts.isEmpty ? "" : " – " + parts.joined(separator: ", ")
  }

  private func short(_ value: JSON) -> String { Abbreviation.shorten(value.text(), to: 120) }
}

extension EventStream.Act {
  /// What was done, in a word.
  var word: String {
    switch kind {
    case .seen: "seen"
    case .created: "created"
    case .changed: "changed"
    case .deleted: "deleted"
    }
  }

  /// The object as it was seen, created or deleted; the properties that changed with their old and new values.
  fileprivate var value: AnswerCell {
    if kind != .changed { return .value(objectText) }
    var text = "{"
    forEachChange { name, old, new in
      if text.utf8.count > 1 { text += "," }
      text += JSON.string(name).text()
      text += ":{\"old\":\(old ?? "null"),\"new\":\(new ?? "null")}"
    }
    return .value(text + "}")
  }
}
