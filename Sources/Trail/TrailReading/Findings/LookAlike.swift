/// Two texts of which one has its accents as characters of their own look alike in every output, and are not the same value.
package enum LookAlike {
  /// What a sentence says behind the second of two values that differ; empty where they do not look alike.
  package static func remark(on first: String, _ second: String) -> String {
    // Swift compares by what is read, payloads by their bytes.
    first == second && !first.utf8.elementsEqual(second.utf8)
      ? " (the same characters in another Unicode form)" : ""
  }
}
