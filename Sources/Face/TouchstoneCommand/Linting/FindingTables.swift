import TouchstoneLinting
import TrailReading

/// What the chapter about trails says of findings, made from their entries.
enum FindingTables {
  /// What the suite writes, and this.
  static let texts = GeneratedTexts.suite.with(
    parts: [
      "codes-of-documents": table(.document), "codes-of-payloads": table(.payload),
      "codes-of-types": table(.types), "codes-of-histories": table(.history),
      "codes-of-states": table(.state),
      "what-findings-hide": hiding,
    ],
    codes: Dictionary(grouping: FindingCode.allCases, by: \.requirement)
      .mapValues { $0.map(\.rawValue) }
  )

  /// A row a code, in the order of their cases; what is hidden has a column where something is.
  private static func table(_ stage: FindingCode.Stage) -> String {
    let codes = FindingCode.allCases.filter { $0.stage == stage }
    let hasHidden = codes.contains { $0.hides != .nothing }
    let rows = codes.map { code in
      let hidden = code.hides == .nothing ? "" : code.hides.rawValue
      return ["`\(code.rawValue)`", code.level.rawValue, code.requirement]
        + (hasHidden ? [hidden] : [])
        + [code.entry.meaning + (code.entry.reason.map { ": " + $0 } ?? "")]
    }
    return GeneratedTexts.table(
      ["code", "level", "requirement"] + (hasHidden ? ["hides"] : [])
        + ["what is wrong, and why it is of this level"],
      rows
    )
  }

  private static var hiding: String {
    GeneratedTexts.table(
      ["hides", "what cannot be read there"],
      FindingEntry.Hidden.allCases.map { hidden in
        [hidden == .nothing ? "" : hidden.rawValue, hidden.meaning]
      }
    )
  }
}
