package import JSON

/// The failures of an implementation that are known, so that a run fails on news alone.
///
/// The list is exact: an entry that stands for no case, or for one that passes, makes the run fail.
package struct Expectations: Sendable, Hashable {
  /// The entries in the order of the file.
  package var entries: [KnownFailure]
  /// The file as it is shown to people.
  package var path: String?

  /// A list of these entries.
  package init(entries: [KnownFailure] = [], path: String? = nil) {
    self.entries = entries
    self.path = path
  }

  /// The form of Spec, "Known failures".
  package var json: JSON { ["expectations": .array(entries.map { .object($0.members) })] }

  /// The text of a file, an entry a line: that is how such a list is reviewed.
  package var text: String {
    guard !entries.isEmpty else { return "{\"expectations\": []}\n" }
    let lines = entries.map { entry in
      "  {" + entry.members.map { "\"\($0.key)\": \($0.value)" }.joined(separator: ", ") + "}"
    }
    return "{\"expectations\": [\n" + lines.joined(separator: ",\n") + "\n]}\n"
  }
}

extension KnownFailure {
  fileprivate var members: JSONObject {
    guard let count else { return ["case": .string(name), "reason": .string(reason)] }
    return ["cases": .string(name), "count": .int(Int64(count)), "reason": .string(reason)]
  }
}
