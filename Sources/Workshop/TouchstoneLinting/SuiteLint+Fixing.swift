import Formats
import Foundation
package import Touchstone
import TouchstoneCaseFiles

extension SuiteLint {
  /// Rewrites the generated text in `Spec/` of a working copy that is out of date, and returns the files that it wrote.
  ///
  /// Where a case cannot be read nothing is written, because the lists of cases would lack it.
  package static func fix(
    checkout path: String,
    _ texts: GeneratedTexts = .suite
  ) throws(SuiteError) -> [String] {
    try fix(SuiteText(checkout: path), texts)
  }

  static func fix(_ text: SuiteText, _ texts: GeneratedTexts) throws(SuiteError) -> [String] {
    var faults: [SuiteFault] = []
    let suite = Suite(reading: text, faults: &faults)
    guard faults.isEmpty else { return [] }
    var written: [String] = []
    for file in texts.files(of: text, suite).files {
      guard let fresh = file.fresh else { continue }
      do {
        try Data(fresh.utf8).write(to: URL(filePath: file.path), options: .atomic)
      } catch {
        throw SuiteError(
          .unreadable,
          "\(file.path) cannot be written: \(FileFailure.reason(writing: error))"
        )
      }
      written.append(file.path)
    }
    return written.sorted()
  }
}
