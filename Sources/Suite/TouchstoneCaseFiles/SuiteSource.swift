import Formats
import Foundation
package import Touchstone

/// Where a suite is read from.
package enum SuiteSource: Sendable, Hashable {
  /// The texts that this program was built with.
  case builtIn
  /// `Spec/` and `Golden/` of a working copy of this project, by its path; "" is the current folder.
  case workingCopy(String)
  /// A folder of chapters, or one that holds the chapters in `cases`.
  case folder(String)

  /// The working copy in which a program was started, or what it was built with.
  package static var current: SuiteSource {
    SuiteText.isCheckout(".") ? .workingCopy("") : .builtIn
  }

  /// What it is called in a sentence.
  package var name: String {
    switch self {
    case .builtIn: "the built-in suite"
    case .workingCopy(""): "this working copy"
    case .workingCopy(let path): "the working copy \(path)"
    case .folder(let path): path
    }
  }

  /// All texts of the suite.
  package func text() throws(SuiteError) -> SuiteText {
    switch self {
    case .builtIn: return .embedded
    case .workingCopy(let path):
      if let missing = SuiteText.missingFolder(ofSuite: path.isEmpty ? "." : path) {
        throw SuiteError(
          .unreadable,
          "\(path.quoted) is not a working copy of this project: it has no \(missing)"
        )
      }
      return try SuiteText(checkout: path)
    case .folder(let path): return try SuiteText(folder: path)
    }
  }

  /// A file of a working copy; nil if the suite is not read from one.
  package func bytes(of path: String) throws(SuiteError) -> [UInt8]? {
    guard case .workingCopy(let copy) = self else { return nil }
    return try SuiteText.bytes(of: URL(filePath: SuiteText.place(of: path, in: copy)))
  }

  /// The suite itself, in which nothing may be wrong.
  package func suite() throws(SuiteError) -> Suite {
    // What is built in is read once, however often it is asked for.
    if self == .builtIn { return try .embedded() }
    return try Suite(reading: text())
  }
}
