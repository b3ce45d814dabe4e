import JSON

/// The findings on one case, of which there are never too many to read: an answer of a million wrong values
/// is described by the first of them and the number of the others.
struct FindingList: Sendable {
  /// How many findings are kept.
  static let limit = 20

  private var kept: [Finding] = []
  private var count = 0

  init() {}

  var isEmpty: Bool { count == 0 }

  mutating func add(_ place: JSONPath, _ message: String) {
    count += 1
    guard kept.count < Self.limit else { return }
    kept.append(Finding(place: place.description, message: message))
  }

  /// The findings kept, and a last one that counts the others.
  var all: [Finding] {
    guard count > kept.count else { return kept }
    return kept + [Finding(place: "", message: "and \(count - kept.count) more")]
  }
}
