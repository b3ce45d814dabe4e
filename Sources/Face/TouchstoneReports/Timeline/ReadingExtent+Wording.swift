import Formats
import Touchstone
package import TrailAnswers
import TrailReading

// What every answer says of how far the trail could be read.

extension ReadingExtent {
  /// What could not be read, as the end of a sentence that counts what was.
  var unreadClause: String {
    isWhole ? "" : "; \(unreadWords) could not be read"
  }

  /// `1 line, 2 payloads`.
  private var unreadWords: String {
    var counts = [(0, "line"), (0, "field"), (0, "payload")]
    for (kind, count) in unread.counts { counts[kind.code.unreadPart].0 += count }
    // An event that a filter of time left out has no time that can be read, which is a finding as well.
    return Plural.all(counts).joined(separator: ", ")
  }

  /// What should be known besides, each a paragraph.
  var notes: [String] {
    var notes = remarks
    if repeated > 0 {
      notes.append(
        "\(Plural.of(repeated, "event")) \(repeated == 1 ? "was" : "were") read a second time, and counted once"
      )
    }
    if conflicting > 0 {
      notes.append(
        "\(Plural.of(conflicting, "event")) \(conflicting == 1 ? "has" : "have") the _id of another one that "
          + "says something else; all are counted"
      )
    }
    if undated > 0 {
      notes.append(
        "\(Plural.of(undated, "event")) \(undated == 1 ? "has" : "have") no time that can be read, and "
          + "\(undated == 1 ? "was" : "were") left out because a time is asked for"
      )
    }
    return notes + unreadNotes
  }

  /// The notes, safe to print.
  package var noteLines: [String] { notes.map(terminalSafe) }

  /// What could not be read, and where.
  private var unreadNotes: [String] {
    unread.kinds.map { kind in
      let count = unread.counts[kind] ?? 0
      let examples = unread.examples(of: kind)
      let places = examples.map { Abbreviation.shorten("\($0.position): \($0.sentence)", to: 200) }
      let more = count > examples.count ? ["and \(count - examples.count) more"] : []
      return "could not be read: \(kind.code.rawValue) (\(count)×, \(kind.code.meaning)): "
        + (places + more).joined(separator: "; ")
    }
  }
}

extension FindingCode {
  /// Whether a line (0), a field (1) or a payload (2) could not be read.
  fileprivate var unreadPart: Int {
    switch hides {
    case .payload, .objects: 2
    case .field: 1
    case .document, .rest, .nothing: 0
    }
  }
}
