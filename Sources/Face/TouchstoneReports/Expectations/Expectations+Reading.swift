import Formats
import JSON
package import Touchstone

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
    self.init(entries: reader.entries, without: reader.without, path: path)
    let locations = ElementLocations(ofArray: "expectations", in: text, of: path).locations
    for (index, location) in zip(entries.indices, locations) { entries[index].location = location }
    guard let features = without else { return }
    let places = ElementLocations(ofArray: "without", in: text, of: path).locations
    for (index, location) in zip(features.indices, places) { without?[index].location = location }
  }
}

/// Reads entries strictly: a key that is mistyped must not turn into an entry that means something else.
private struct ExpectationReader {
  private(set) var entries: [KnownFailure] = []
  private(set) var without: [MissingFeature]?
  private(set) var faults = FaultList()
  private var names: Set<String> = []

  mutating func read(_ json: JSON) {
    guard let object = json.object, let elements = object["expectations"]?.array else {
      return faults.add(JSONPath(), "expectations are an object with the array \"expectations\"")
    }
    for key in object.keys where !["expectations", "without", "$schema"].contains(key) {
      faults.add(JSONPath().appending(key), "there is no key \(key.quoted) here")
    }
    for (index, element) in elements.enumerated() {
      read(element, at: JSONPath().appending("expectations").appending(index))
    }
    guard let without = object["without"] else { return }
    self.without = features(without, at: JSONPath().appending("without"))
  }

  private mutating func features(_ json: JSON, at path: JSONPath) -> [MissingFeature] {
    guard let elements = json.array else {
      faults.add(path, "\"without\" is an array of objects, each with \"feature\" and \"reason\"")
      return []
    }
    var features: [MissingFeature] = []
    for (index, element) in elements.enumerated() {
      let path = path.appending(index)
      guard element.object?.count == 2, let feature = element["feature"]?.string,
        let reason = element["reason"]?.string, !reason.allSatisfy(\.isWhitespace)
      else {
        faults.add(
          path,
          "such an entry has a \"feature\", and says as \"reason\" why it is left out"
        )
        continue
      }
      if !Suite.features.contains(feature) {
        let hint = NearNames.hint(for: feature, among: Suite.features)
        faults.add(path.appending("feature"), "there is no feature \(feature.quoted)\(hint)")
      } else if features.contains(where: { $0.feature == feature }) {
        faults.add(path, "\(feature.quoted) is there twice")
      }
      features.append(MissingFeature(feature: feature, reason: reason))
    }
    return features
  }

  private mutating func read(_ json: JSON, at path: JSONPath) {
    guard let object = json.object else {
      return faults.add(path, "an expectation is an object, not \(json.kindName)")
    }
    let known = ["case", "cases", "count", "unsupported", "reason"]
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
    let isUnsupported = object["unsupported"] ?? false
    guard let isUnsupported = isUnsupported.bool else {
      return refuse("\"unsupported\" is true or false")
    }
    switch (object["case"], object["cases"], object["count"]) {
    case (.string(let name), nil, nil):
      if name.contains("*") || name.contains("?") {
        return refuse("a pattern is given as \"cases\", with the \"count\" it stands for")
      }
      return KnownFailure(name: name, isUnsupported: isUnsupported, reason: reason)
    case (nil, .string(let pattern), .int(let count)) where (1...1_000_000).contains(count):
      return KnownFailure(
        name: pattern,
        count: Int(count),
        isUnsupported: isUnsupported,
        reason: reason
      )
    default:
      return refuse(
        "an expectation names a \"case\", or \"cases\" by a pattern with their \"count\" (from 1 on)"
      )
    }
  }
}
