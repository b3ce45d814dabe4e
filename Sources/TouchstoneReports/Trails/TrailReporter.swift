import Formats
import Touchstone

package import Trail

/// One format that the outcome of a check of a trail can be written in.
package protocol TrailReporter: Sendable {
  /// What the format is called on the command line.
  var format: String { get }

  /// The whole text of a file.
  func text(of report: TrailReport) -> String
}

/// The formats there are for trails.
package enum TrailReporters {
  /// All of them, in the order in which they are listed for people.
  package static let all: [any TrailReporter] = [
    TrailJSONReporter(), TrailJUnitReporter(), TrailMarkdownReporter(), TrailHTMLReporter(),
    SARIFReporter(),
  ]

  /// The names of all formats.
  package static var formats: [String] { all.map(\.format) }

  /// The one of that name.
  package static func named(_ format: String) -> (any TrailReporter)? {
    all.first { $0.format == format }
  }
}

extension TrailReport {
  /// `12 documents`, with what was found: the sentence that every report begins with.
  var sumSentence: String {
    let levels = FindingCode.Level.allCases.map { level in
      Self.count(findings.count(of: level), level == .info ? "note" : level.rawValue)
    }
    return "\(Self.count(documents, "document")): " + levels.joined(separator: ", ")
  }

  /// What the trail was held against.
  var scopeSentence: String {
    "edition \(edition.rawValue), levels up to \(stage.rawValue)"
      + (isComplete ? ", taken as complete" : "")
  }

  static func count(_ number: Int, _ word: String) -> String {
    "\(number) \(word)\(number == 1 ? "" : "s")"
  }

  /// The requirements of the built-in specification, which findings cite.
  static let requirements: [String: Requirement] =
    Specification(files: SuiteText.embeddedSpecification).requirements
}

extension TrailFinding {
  /// The events that disagree, one a line.
  var chain: [String] {
    related.map { event in
      let time = event.timestamp.map { " at " + Timestamp(milliseconds: $0).description } ?? ""
      let id = event.id.map { " \($0)" } ?? ""
      return "\(event.position): event\(id)\(time) \(event.statement)"
    }
  }
}
