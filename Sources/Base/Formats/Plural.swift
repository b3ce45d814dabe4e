/// Numbers of things in words.
package enum Plural {
  /// `1 case`, `2 cases`.
  package static func of(_ count: Int, _ word: String) -> String {
    "\(count) \(word)\(count == 1 ? "" : "s")"
  }

  /// `1 activity`, `2 activities`.
  package static func of(_ count: Int, _ word: String, _ plural: String) -> String {
    "\(count) \(count == 1 ? word : plural)"
  }

  /// The numbers of what there is.
  package static func all(_ counts: [(Int, String)]) -> [String] {
    counts.filter { $0.0 > 0 }.map(of)
  }
}
