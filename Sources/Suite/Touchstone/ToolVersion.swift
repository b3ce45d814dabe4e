/// The version of the `touchstone` command, which reports name.
package enum ToolVersion {
  /// The version that the next release has.
  package static let current = "0.1.0"
}
