import Formats
import JSON
import Touchstone

/// What the documents print is well kept, and its cases really bring it about.
struct DocumentsAreReproduced: LintRule {
  func findings(in subject: LintSubject) -> [SuiteFault] {
    let cases = Dictionary(uniqueKeysWithValues: subject.suite.cases.map { ($0.name, $0) })
    return subject.text.documents.flatMap { file -> [SuiteFault] in
      switch Result(catching: { () throws(JSONError) in try JSON(parsing: file.text) }) {
      case .success(let json):
        var faults = GoldenDocument.faults(in: json)
        // What is not even well-formed would only be blamed again.
        if faults.isEmpty, let document = GoldenDocument(json) {
          checkForm(of: document, path: file.path, &faults)
          if subject.isComplete { checkCases(of: document, cases, &faults) }
        }
        return faults.located(in: file.text, of: file.path)
      case .failure(let error): return [SuiteFault(error, in: file.path)]
      }
    }
  }

  private func checkForm(of document: GoldenDocument, path: String, _ faults: inout FaultList) {
    if !path.hasSuffix("/\(document.id).json") {
      let message = "the id \(document.id.quoted) is not the name of the file"
      faults.add(JSONPath().appending("id"), message)
    }
    if let fault = document.faultOfValue { faults.add(JSONPath().appending("value"), fault) }
  }

  private func checkCases(
    of document: GoldenDocument,
    _ cases: [String: Case],
    _ faults: inout FaultList
  ) {
    for (index, name) in document.cases.enumerated() {
      let place = JSONPath().appending("cases").appending(index)
      if let testCase = cases[name] {
        if let lack = document.lack(in: testCase) { faults.add(place, "\(name) \(lack)") }
      } else {
        let hint = NearNames.hint(for: name, among: cases.keys.sorted())
        faults.add(place, "there is no case \(name.quoted)\(hint)")
      }
    }
  }
}
