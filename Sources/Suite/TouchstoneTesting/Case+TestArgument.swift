public import Testing
public import Touchstone

/// Cases are arguments of tests: shown, and told apart, by their permanent names.
extension Case: CustomTestStringConvertible, Identifiable {
  /// The full name.
  public var id: String { name }

  /// The full name.
  public var testDescription: String { name }
}
