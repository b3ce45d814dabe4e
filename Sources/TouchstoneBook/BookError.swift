import Touchstone

/// Why a book could not be written.
package struct BookError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What kind of failure it is.
  package struct Code: RawRepresentable, Sendable, Hashable {
    /// The name of the kind.
    package var rawValue: String

    /// A kind of that name.
    package init(rawValue: String) { self.rawValue = rawValue }

    /// The folder holds something that is not a book, or it is a file.
    package static let occupied = Code(rawValue: "occupied")
    /// The folder or a file in it could not be written.
    package static let unwritable = Code(rawValue: "unwritable")
  }

  /// What kind of failure it is.
  package var code: Code
  /// What is wrong, and what to do about it.
  package var message: String

  /// An error with its sentence.
  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The sentence, safe to print.
  package var description: String { terminalSafe(message) }
}
