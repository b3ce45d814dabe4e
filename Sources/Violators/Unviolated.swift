extension Catalogue {
  /// Requirements that no violator violates, and why none is needed.
  public static let unviolated: [String: String] = [:]
}
