import Formats
import Foundation

package import JSON
package import TrailCheck
package import TrailReading

/// What is written beside a trail that was checked, so that anyone can prove later that its files are still the same.
package struct TrailManifest {
  /// The number of the form of manifests.
  private static let version: Int64 = 1

  private let inputs: [TrailProvenance.Input]
  private let schema: TrailProvenance.SchemaFile?
  /// The program that made it, and the SHA-256 of its file, which earlier ones did not note.
  package let program: String
  private let programDigest: String?

  /// The whole text of a manifest.
  package static func text(of report: TrailReport) -> String {
    let head: JSONObject = ["manifest": .int(version)]
    var manifest = head.merging(report.provenanceJSON)
    manifest["findings"] = .object(report.countsJSON)
    return JSON.object(manifest).text(.pretty) + "\n"
  }

  /// Reads a manifest.
  package init(_ json: JSON) throws(TrailError) {
    guard json["manifest"]?.int == Self.version else {
      throw TrailError("it is not a manifest of this version: --manifest writes them")
    }
    do {
      let reader = JSONNode(json, of: "a manifest")
      program = try reader.member("program").string()
      programDigest = try reader.optional("programSHA256")?.string()
      inputs = try [TrailProvenance.Input](field: reader.member("inputs"))
      schema = try TrailProvenance.SchemaFile?(field: reader.member("schema"))
    } catch { throw TrailError(error.message) }
  }

  /// Whether another program made it than this one; a manifest that does not say so is taken for one of the same.
  package func isOfAnotherProgram(than origin: TrailOrigin) -> Bool {
    guard let programDigest, let other = origin.sha256 else { return false }
    return programDigest != other
  }

  /// How many files it names.
  package var count: Int { inputs.count + (schema == nil ? 0 : 1) }

  /// What differs between the files that it names and those that are there now.
  ///
  /// - Parameter other: the schema that is held against that of the manifest; nil if it is looked up under its name.
  /// - Returns: a sentence for each difference.
  package func differences(schema other: TrailProvenance.SchemaFile? = nil) -> [String] {
    let difference =
      other == nil
      ? schema.flatMap { Self.difference($0.name, bytes: nil, $0.sha256) }
      : difference(from: other)
    return inputs.compactMap { Self.difference($0) } + (difference.map { [$0] } ?? [])
  }

  /// What differs between the files that it names and those that were read.
  ///
  /// Files may have moved: one that is not named as it was is looked up by the last part of its path.
  package func differences(from report: TrailReport) -> [String] {
    var rest = report.provenance.inputs
    var differences: [String] = []
    var unmatched: [TrailProvenance.Input] = []
    for input in inputs {
      if let index = rest.firstIndex(where: { $0.name.equalsByBytes(input.name) }) {
        differences += Self.difference(input, rest.remove(at: index)).map { [$0] } ?? []
      } else {
        unmatched.append(input)
      }
    }
    for input in unmatched {
      let name = Self.lastPart(input.name)
      if let index = rest.firstIndex(where: { Self.lastPart($0.name).equalsByBytes(name) }) {
        differences += Self.difference(input, rest.remove(at: index)).map { [$0] } ?? []
      } else {
        differences.append("\(input.name) was not read")
      }
    }
    differences += rest.map { "\($0.name) is not in the manifest" }
    return differences + (difference(from: report.provenance.schema).map { [$0] } ?? [])
  }

  /// What differs between the schema that it names and the one of a check; either may have none.
  private func difference(from other: TrailProvenance.SchemaFile?) -> String? {
    switch (schema, other) {
    case (nil, nil): nil
    case (let schema?, nil):
      "this check has no schema, and the manifest was made with \(schema.name)"
    case (nil, let other?):
      "this check has the schema \(other.name), and the manifest was made without one"
    case (let schema?, let other?):
      schema.sha256 == other.sha256
        ? nil
        : "another schema: \(other.name) has the SHA-256 \(other.sha256), and the manifest was made with \(schema.name), SHA-256 \(schema.sha256)"
    }
  }

  private static func difference(
    _ manifest: TrailProvenance.Input,
    _ read: TrailProvenance.Input
  ) -> String? {
    if manifest.bytes != read.bytes {
      return "\(read.name) has \(Plural.of(read.bytes, "byte")), not \(manifest.bytes)"
    }
    guard manifest.sha256 != read.sha256 else { return nil }
    return "\(read.name) has the SHA-256 \(read.sha256 ?? "?"), not \(manifest.sha256 ?? "?")"
  }

  private static func difference(_ input: TrailProvenance.Input) -> String? {
    difference(input.name, bytes: input.bytes, input.sha256)
  }

  private static func difference(_ name: String, bytes: Int?, _ sha256: String?) -> String? {
    do {
      let now = try TrailInput.file(name).digest()
      return difference(
        TrailProvenance.Input(name: name, bytes: bytes ?? now.bytes, sha256: sha256, documents: 0),
        TrailProvenance.Input(name: name, bytes: now.bytes, sha256: now.sha256, documents: 0)
      )
    } catch { return error.description }
  }

  private static func lastPart(_ path: String) -> String {
    URL(filePath: path).lastPathComponent
  }
}
