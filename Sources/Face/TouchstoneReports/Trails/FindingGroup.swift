import Formats
import Touchstone
import TrailReading

/// Findings that say the same of different documents: a report says it once, with their places.
struct FindingGroup {
  /// What is wrong.
  let sentence: String
  /// The events that disagree, if it is about more than one.
  let chain: [String]
  /// The documents, by their places.
  private(set) var documents: [String]

  /// How many places stand beside a sentence; the JSON report has all.
  static let placeLimit = 20
  /// How much of a sentence is shown.
  private static let textLimit = 600

  /// The findings of a kind in the order of their first places.
  static func groups(of findings: [TrailFinding]) -> [FindingGroup] {
    var groups: [FindingGroup] = []
    var places: [[UInt8]: Int] = [:]
    for finding in findings {
      let id = finding.id.map { " [\($0)]" } ?? ""
      // A chain names it with what it says.
      let event = finding.related.isEmpty ? finding.event : nil
      let document = "\(finding.position)\(id)" + (event.map { " (\($0.grounds))" } ?? "")
      // Contradictions differ in their events, even if they read the same.
      let key = Array(finding.sentence.utf8)
      if finding.related.isEmpty, let index = places[key] {
        groups[index].documents.append(document)
      } else {
        if finding.related.isEmpty { places[key] = groups.count }
        groups.append(
          FindingGroup(
            sentence: Abbreviation.shorten(finding.sentence, to: textLimit),
            chain: (finding.chain + [finding.missing].compactMap(\.self)).map {
              Abbreviation.shorten($0, to: textLimit)
            },
            documents: [Abbreviation.shorten(document, to: textLimit)]
          )
        )
      }
    }
    return groups
  }

  /// The places in one line.
  var places: String {
    let shown = documents.prefix(Self.placeLimit).map(terminalSafe).joined(separator: ", ")
    let others = documents.count - Self.placeLimit
    return others > 0 ? "\(shown) and \(others) more" : shown
  }

  /// All but the chain as one line.
  var line: String {
    documents.count == 1 ? "\(places): \(sentence)" : "\(documents.count)× \(sentence): \(places)"
  }
}
