import Formats

/// Why a suite or a list of known failures could not be loaded, a selection makes no sense, or a run could not begin.
///
/// ```swift
/// do {
///   let suite = try Suite.embedded().selecting(filter: "reads/**")
/// } catch {
///   print(error.code == .nothingSelected ? "no case has such a name" : "\(error)")
/// }
/// ```
public struct SuiteError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What kind of failure it is.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The name of the kind.
    public var rawValue: String

    /// A kind of that name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A file of the suite is not there or cannot be read.
    public static let unreadable = Code(rawValue: "unreadable")
    /// Files of the suite break the rules for them.
    public static let malformed = Code(rawValue: "malformed")
    /// The selection names something unknown, or no case is left.
    public static let nothingSelected = Code(rawValue: "nothing-selected")
    /// The implementation did not say what it is.
    public static let notInitialized = Code(rawValue: "not-initialized")
  }

  /// What kind of failure it is.
  public var code: Code
  /// All that is wrong, sorted by place.
  package var faults: [SuiteFault]

  /// An error made of these faults, which are sorted.
  package init(_ code: Code, faults: [SuiteFault]) {
    self.code = code
    self.faults = faults.sorted()
  }

  /// An error that is one sentence and concerns no place in a file.
  package init(_ code: Code, _ message: String) {
    self.init(code, faults: [SuiteFault(at: nil, message)])
  }

  /// A line for each fault.
  public var description: String { faults.map(\.description).joined(separator: "\n") }
}

/// One thing that is wrong with the texts of a suite.
package struct SuiteFault: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// Where it stands; nil if it concerns no place in a file.
  package var location: TextLocation?
  /// What is wrong, and what to do about it where that is not obvious.
  package var message: String

  /// A fault at a place.
  package init(at location: TextLocation?, _ message: String) {
    self.location = location
    self.message = message
  }

  /// `file:line:column: message`, safe to print.
  package var description: String {
    terminalSafe(location.map { "\($0): \(message)" } ?? message)
  }

  /// By file, line, column and message.
  package static func < (left: SuiteFault, right: SuiteFault) -> Bool { left.order < right.order }

  private var order: (String, Int, Int, String) {
    (location?.file ?? "", location?.line ?? 0, location?.column ?? 0, message)
  }
}
