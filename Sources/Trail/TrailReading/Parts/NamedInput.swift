/// What is read, with the name that findings call it by.
package struct NamedInput: Sendable {
  /// Where it is.
  package let input: TrailInput
  /// Its name.
  package let name: String

  /// An input under its own name, or under another one.
  package init(_ input: TrailInput, name: String? = nil) {
    self.input = input
    self.name = name ?? input.name
  }
}
