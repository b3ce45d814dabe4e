import JSON
import Touchstone
import TouchstoneExplore
import TouchstoneReports

/// The differences of an implementation that are known, by their causes, so that exploring tells news alone.
struct KnownDifferences: Sendable {
  /// Why each cause is there, in the order of the file.
  var reasons: JSONObject = [:]

  /// No differences.
  init() {}

  /// The causes.
  var causes: Set<String> { Set(reasons.keys) }

  /// Reads a file: `{"differences": [{"cause": "…", "reason": "…"}]}`.
  ///
  /// - Throws: a ``SuiteError`` if it has another form.
  init(file path: String) throws(SuiteError) {
    let text = try SuiteText.bytes(of: path, "the expectations in")
    let json = try JSON(text: text, path: path)
    var faults = FaultList()
    let list = JSONPath().appending("differences")
    if json.object?.count != 1 || json["differences"]?.array == nil {
      faults.add(JSONPath(), "known differences are an object with the array \"differences\"")
    }
    for (index, entry) in (json["differences"]?.array ?? []).enumerated() {
      guard entry.object?.count == 2, let cause = entry["cause"]?.string,
        let reason = entry["reason"]?.string, !reason.allSatisfy(\.isWhitespace)
      else {
        faults.add(list.appending(index), "an entry has a \"cause\" and a \"reason\", both texts")
        continue
      }
      if reasons[cause] != nil { faults.add(list.appending(index), "this cause is there twice") }
      reasons[cause] = .string(reason)
    }
    guard faults.isEmpty else {
      throw SuiteError(.malformed, faults: faults.located(in: text, of: path))
    }
  }

  /// The list with the causes of differences that it lacks, which wait for a reason.
  func adding(_ differences: [Difference]) -> KnownDifferences {
    var list = self
    for difference in differences where list.reasons[difference.cause] == nil {
      list.reasons[difference.cause] = .string(KnownFailure.missingReason)
    }
    return list
  }

  /// The text of a file, an entry a line.
  var text: String {
    let lines = reasons.map { cause, reason -> String in
      let entry: JSON = ["cause": .string(cause), "reason": reason]
      return "\n  " + entry.text()
    }
    let end = lines.isEmpty ? "]}\n" : "\n]}\n"
    return "{\"differences\": [" + lines.joined(separator: ",") + end
  }
}
