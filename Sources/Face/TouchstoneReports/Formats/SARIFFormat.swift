import Formats
import Foundation
import JSON
import Touchstone
import TrailCheck
import TrailReading

extension ReportFormat where Subject == TrailReport {
  /// For code hosts and editors: SARIF 2.1.0, a rule a code, a result an example.
  static var sarif: Self { Self(name: "sarif") { SARIFText().text(of: $0) } }
}

/// A check of a trail as SARIF.
private struct SARIFText {
  func text(of report: TrailReport) -> String {
    let codes = FindingCode.allCases
    let places = Dictionary(uniqueKeysWithValues: codes.enumerated().map { ($1, $0) })
    let kinds = report.kinds
    let results = kinds.flatMap { kind in
      kind.examples.map { result($0, rule: places[kind.code] ?? 0) }
    }
    let counts = JSONObject(
      uniqueMembers: kinds.map { ("\($0.level) \($0.code.rawValue)", .int(Int64($0.count))) }
    )
    let json: JSON = [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
      "version": "2.1.0",
      "runs": [
        [
          "tool": [
            "driver": [
              "name": "touchstone", "version": .string(ToolVersion.current),
              "rules": .array(codes.map(rule)),
            ]
          ],
          "invocations": [
            [
              "commandLine": .string(report.provenance.origin.commandLine),
              "executionSuccessful": true,
            ]
          ],
          "artifacts": .array(report.provenance.inputs.map(artifact)),
          "columnKind": "unicodeCodePoints",
          "results": .array(results),
          "properties": [
            "edition": .string(report.edition.rawValue),
            "documents": .int(Int64(report.documents)),
            "counts": .object(counts),
            "provenance": .object(report.provenanceJSON),
          ],
        ]
      ],
    ]
    return json.text(.pretty) + "\n"
  }

  private func artifact(_ input: TrailProvenance.Input) -> JSON {
    var artifact: JSONObject = [
      "location": ["uri": .string(Self.uri(input.name))], "length": .int(Int64(input.bytes)),
    ]
    if let sha256 = input.sha256 { artifact["hashes"] = ["sha-256": .string(sha256)] }
    return .object(artifact)
  }

  private func rule(_ code: FindingCode) -> JSON {
    let requirement = TrailReport.requirements[code.requirement]
    return [
      "id": .string(code.rawValue),
      "shortDescription": ["text": .string(code.meaning)],
      "fullDescription": ["text": .string(requirement?.text ?? code.meaning)],
      "help": ["text": .string(Self.help(code))],
      "defaultConfiguration": ["level": .string(Self.level(code.level))],
      "properties": [
        "requirement": .string(code.requirement), "stage": .string(code.stage.rawValue),
      ],
    ]
  }

  private static func help(_ code: FindingCode) -> String {
    "What follows: \(code.entry.consequence)\nWhat may explain it: \(code.entry.explanation)"
  }

  private func result(_ finding: TrailFinding, rule: Int) -> JSON {
    var result: JSONObject = [
      "ruleId": .string(finding.code.rawValue),
      "ruleIndex": .int(Int64(rule)),
      "level": .string(Self.level(finding.level)),
      "message": ["text": .string(Self.message(finding.sentence))],
      "locations": [location(finding.position)],
    ]
    if let id = finding.id { result["partialFingerprints"] = ["documentId": .string(id)] }
    if !finding.related.isEmpty {
      result["relatedLocations"] = .array(
        finding.related.enumerated().map { index, event in
          var place = location(event.position).object ?? [:]
          place["id"] = .int(Int64(index))
          place["message"] = ["text": .string(Self.message(finding.chain[index]))]
          return .object(place)
        }
      )
    }
    return .object(result)
  }

  private func location(_ position: TrailPosition) -> JSON {
    [
      "physicalLocation": [
        "artifactLocation": ["uri": .string(Self.uri(position.file))],
        "region": ["startLine": .int(Int64(max(1, position.lineOrDocument)))],
      ]
    ]
  }

  /// A text of a trail as a message: braces are doubled and brackets escaped, so that it has neither placeholders nor links
  /// (SARIF 2.1.0, 3.11.5 and 3.11.6).
  private static func message(_ text: String) -> String {
    terminalSafe(text).replacingScalars { scalar in
      switch scalar {
      case "{": "{{"
      case "}": "}}"
      case "[": #"\["#
      case "]": #"\]"#
      case #"\"#: #"\\"#
      default: nil
      }
    }
  }

  /// A path as the reference of a URI: what has a meaning there is written by its bytes.
  private static func uri(_ path: String) -> String {
    let plain = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "/-._~"))
    return path.addingPercentEncoding(withAllowedCharacters: plain) ?? path
  }

  private static func level(_ level: FindingCode.Level) -> String {
    level == .info ? "note" : level.rawValue
  }
}
