package import JSON

/// The cases and the requirements they show: what an implementation is judged by.
///
/// ```swift
/// let suite = try Suite.embedded().selecting(edition: "2023", class: "recording")
/// print(suite.cases.count)
/// ```
public struct Suite: Sendable {
  /// The cases, in the order of the chapters in the specification, then by name.
  public package(set) var cases: [Case]
  /// The requirements of the specification by id.
  package internal(set) var requirements: [String: Requirement] = [:]
  /// What became of names that cases had once.
  package internal(set) var retired: [RetiredCase] = []
  /// What broken requirements look like, as `Golden/fingerprints.json` has it: few commands read it.
  var fingerprintText: [UInt8]?

  /// What broken requirements look like; nothing for cases of one's own.
  package func fingerprints() throws(JSONError) -> [Fingerprint] {
    try fingerprintText.map { text throws(JSONError) in try Fingerprint.all(in: text) } ?? []
  }
}

/// The forwarding entry of a case that was renamed or withdrawn.
package struct RetiredCase: Sendable, Hashable {
  /// The full name it had.
  package var name: String
  /// The full name of the case that shows the same now.
  package var successor: String?
  /// Why it is gone, where nothing replaces it.
  package var reason: String?

  /// What became of it, as a sentence about it.
  package var fate: String { successor.map { "it is \($0) now" } ?? reason ?? "it was withdrawn" }
}
