extension SuiteText {
  /// The texts that this program was built with.
  package static var embedded: SuiteText {
    var result = SuiteText()
    result.specification = embeddedSpecification
    result.schemas = embeddedSchemas
    let cases = "Golden/cases/"
    for (path, text) in embeddedFiles {
      if path.hasPrefix(cases), path.hasSuffix(".json") {
        result.addGroup(String(path.dropFirst(cases.count)), shownAs: path, text: Array(text.utf8))
      } else if path == "Golden/retired.json" {
        result.retired = (path, Array(text.utf8))
      } else if path.hasPrefix("Golden/documents/") {
        result.documents.append((path, Array(text.utf8)))
      }
    }
    return result
  }

  /// The specification that this program was built with.
  package static var embeddedSpecification: [(path: String, text: String)] {
    embeddedFiles.filter { $0.path.hasPrefix("Spec/") && $0.path.hasSuffix(".md") }
  }

  /// The JSON Schemas that this program was built with.
  static var embeddedSchemas: [(path: String, text: [UInt8])] {
    embeddedFiles.filter { $0.path.hasPrefix("Spec/schemas/") }.map {
      ($0.path, Array($0.text.utf8))
    }
  }
}
