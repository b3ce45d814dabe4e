import JSON

/// The failures of an implementation that are known, so that a run fails on news alone.
///
/// The list is exact: an entry that stands for no case, or for one that passes, makes the run fail.
package struct Expectations: Sendable, Hashable {
  /// The entries in the order of the file.
  package var entries: [KnownFailure]
  /// The features that are not offered; nil in a list that does not say, as those of earlier versions.
  package var without: [MissingFeature]?
  /// The file as it is shown to people.
  package var path: String?

  /// A list of these entries.
  package init(
    entries: [KnownFailure] = [],
    without: [MissingFeature]? = nil,
    path: String? = nil
  ) {
    self.entries = entries
    self.without = without
    self.path = path
  }

  /// The text of a file in the form of Spec, "Known failures", an entry a line: that is how such a list is reviewed.
  package var text: String {
    let lists = lists.map { name, entries in
      let lines = entries.map { entry in
        "\n  {" + entry.map { "\"\($0.key)\": \($0.value)" }.joined(separator: ", ") + "}"
      }
      return "\"\(name)\": [" + lines.joined(separator: ",") + (lines.isEmpty ? "]" : "\n]")
    }
    return "{" + lists.joined(separator: ",\n") + "}\n"
  }

  private var lists: [(String, [JSONObject])] {
    [("expectations", entries.map(\.members))]
      + (without.map { [("without", $0.map(\.members))] } ?? [])
  }
}

extension KnownFailure {
  fileprivate var members: JSONObject {
    var members: JSONObject = [:]
    members[count == nil ? "case" : "cases"] = .string(name)
    members["count"] = count.map { .int(Int64($0)) }
    if isUnsupported { members["unsupported"] = true }
    members["reason"] = .string(reason)
    return members
  }
}

extension MissingFeature {
  fileprivate var members: JSONObject {
    ["feature": .string(feature), "reason": .string(reason)]
  }
}
