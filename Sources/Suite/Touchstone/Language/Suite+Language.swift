import Formats

extension Suite {
  /// Every edition of the specification.
  public static var editions: [String] { Edition.allCases.map(\.rawValue) }

  /// Every conformance class.
  public static var conformanceClasses: [String] { ConformanceClass.allCases.map(\.rawValue) }

  /// Every optional feature that an implementation may lack.
  public static var features: [String] { Feature.allCases.map(\.rawValue) }
}
