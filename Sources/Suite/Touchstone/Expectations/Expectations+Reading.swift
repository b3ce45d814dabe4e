import JSON

extension Expectations {
  /// Reads a file.
  ///
  /// - Throws: a ``SuiteError`` with every place that is wrong.
  package init(file path: String) throws(SuiteError) {
    try self.init(text: SuiteText.bytes(of: path, "the expectations in"), path: path)
  }

  /// Reads the text of a file; the path is for people.
  package init(text: [UInt8], path: String) throws(SuiteError) {
    let json = try JSON(text: text, path: path)
    var reader = ExpectationReader()
    reader.read(json)
    guard reader.faults.isEmpty else {
      throw SuiteError(.malformed, faults: reader.faults.located(in: text, of: path))
    }
    self.init(entries: reader.entries, path: path)
    let locations = ElementLocations(ofArray: "expectations", in: text, of: path).locations
    for (index, location) in zip(entries.indices, locations) { entries[index].location = location }
  }
}

/// Reads entries strictly: a key that is mistyped must not turn into an entry that means something else.
private struct ExpectationReader {
  private(set) var entries: [KnownFailure] = []
  private(set) var faults = FaultList()
  private var names: Set<String> = []

  mutating func read(_ json: JSON) {
    guard let object = json.object, let elements = object["expectations"]?.array else {
      return faults.add(JSONPath(), "expectations are an object with the array \"expectations\"")
    }
    for key in object.keys where key != "expectations" && key != "$schema" {
      faults.add(JSONPath().appending(key), "there is no key \(key.quoted) here")
    }
    for (index, element) in elements.enumerated() {
      read(element, at: JSONPath().appending("expectations").appending(index))
    }
  }

  private mutating func read(_ json: JSON, at path: JSONPath) {
    guard let object = json.object else {
      return faults.add(path, "an expectation is an object, not \(json.kindName)")
    }
    let known = ["case", "cases", "count", "reason"]
    for key in object.keys where !known.contains(key) {
      let hint = NearNames.hint(for: key, among: known)
      faults.add(path.appending(key), "an expectation has no key \(key.quoted)\(hint)")
    }
    guard let entry = entry(object, at: path) else { return }
    if !names.insert(entry.name).inserted {
      faults.add(path, "\(entry.name.quoted) is there twice")
    }
    entries.append(entry)
  }

  private mutating func entry(_ object: JSONObject, at path: JSONPath) -> KnownFailure? {
    let reason = object["reason"]?.string ?? ""
    func refuse(_ message: String) -> KnownFailure? {
      faults.add(path, message)
      return nil
    }
    if reason.allSatisfy(\.isWhitespace) {
      return refuse("an expectation says why the case fails, as \"reason\"")
    }
    switch (object["case"], object["cases"], object["count"]) {
    case (.string(let name), nil, nil):
      if name.contains("*") || name.contains("?") {
        return refuse("a pattern is given as \"cases\", with the \"count\" it stands for")
      }
      return KnownFailure(name: name, reason: reason)
    case (nil, .string(let pattern), .int(let count)) where (1...1_000_000).contains(count):
      return KnownFailure(name: pattern, count: Int(count), reason: reason)
    default:
      return refuse(
        "an expectation names a \"case\", or \"cases\" by a pattern with their \"count\" (from 1 on)"
      )
    }
  }
}
