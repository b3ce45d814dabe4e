import Deflate
import Foundation
import JSON
package import Touchstone
package import TouchstoneCaseFiles

/// The programs on record, and how far an implementation agrees with the original library on them.
package struct ObservedPrograms: Sendable {
  /// Where the programs of a class are in a working copy; nil if it has none.
  package static func path(of conformanceClass: ConformanceClass) -> String? {
    switch conformanceClass {
    case .recording: "Golden/observed/core-programs.jsonl.gz"
    case .mobilePlatform: "Golden/observed/merging-programs.jsonl.gz"
    default: nil
    }
  }

  /// What their text may inflate to at the most.
  private static let sizeLimit = 256 << 20

  /// The programs, in the order of the file.
  package let programs: [ObservedProgram]

  /// The programs of a class in a suite.
  ///
  /// - Throws: a ``SuiteError`` that says what is wrong with the file, and where.
  package init(
    _ source: SuiteSource,
    of conformanceClass: ConformanceClass = .recording
  ) throws(SuiteError) {
    guard let path = Self.path(of: conformanceClass) else {
      let name = conformanceClass.rawValue
      throw SuiteError(.malformed, "no programs of class \(name) were recorded")
    }
    let compressed = try source.bytes(of: path) ?? Self.embedded(path)
    try self.init(compressed: compressed, of: conformanceClass, path: path)
  }

  /// The file that this program was built with.
  private static func embedded(_ path: String) -> [UInt8] {
    let text = embeddedFiles.first { $0.path == path }?.text ?? ""
    return Array(Data(base64Encoded: text) ?? Data())
  }

  /// The programs of a file that gzip has compressed.
  package init(
    compressed: [UInt8],
    of conformanceClass: ConformanceClass = .recording,
    path: String = "core-programs.jsonl.gz"
  ) throws(SuiteError) {
    let text: [UInt8]
    do { text = try Deflate.gunzip(compressed, limit: Self.sizeLimit) } catch {
      throw SuiteError(.malformed, "\(path) is not what gzip makes: \(error)")
    }
    var programs: [ObservedProgram] = []
    for (index, line) in text.split(separator: UInt8(ascii: "\n")).enumerated() {
      let location = TextLocation(file: path, line: index + 1)
      let json: JSON
      do { json = try JSON(parsing: line) } catch {
        throw SuiteError(.malformed, faults: [SuiteFault(at: location, error.message)])
      }
      guard let program = ObservedProgram(json, of: conformanceClass, at: location) else {
        let message = "a program has \"seed\" or \"name\", \"generator\", \"params\" and \"result\""
        throw SuiteError(.malformed, faults: [SuiteFault(at: location, message)])
      }
      programs.append(program)
    }
    self.programs = programs
  }

  /// The programs as cases.
  package var cases: [Case] { programs.map(\.testCase) }

  /// A report on their run, in which what has the original's defects counts as agreement too.
  package func agreement(in report: RunReport) -> Agreement {
    let defective = programs.compactMap(\.unrepaired)
    let judged = report.judged(
      otherwise: Dictionary(defective.map { ($0.name, $0) }) { first, _ in first }
    )
    let names = Set(defective.map(\.name))
    let repaired = zip(report.verdicts, judged.verdicts).count { first, _ in
      first.verdict == .passed && names.contains(first.testCase.name)
    }
    return Agreement(report: judged, repaired: repaired)
  }
}

/// On how many programs an implementation does what the original library did.
package struct Agreement: Sendable {
  /// The report on the run of the programs.
  package let report: RunReport
  /// How many agree only with what is left when defects that errata name are repaired.
  package let repaired: Int

  /// How many agree.
  package var agreeing: Int { report.summary[.passed] }

  /// `1497 of 1500 programs agree with the original library, 119 of them without a defect that errata names`.
  package var sentence: String {
    "\(agreeing) of \(report.summary.selected) programs agree with the original library, "
      + "\(repaired) of them without a defect that errata names"
  }
}
