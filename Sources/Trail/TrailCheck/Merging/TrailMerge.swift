package import JSON
package import Formats
package import TrailReading

/// Puts the partial results of the parts of a trail together to what one check of the whole would have said.
///
/// The order of the parts does not matter: findings are told by file and document, and histories are replayed when all facts
/// are there.
package struct TrailMerge: ~Copyable {
  /// The number of the form of partial results.
  static let version = 12

  /// The options that all parts have.
  private var options: JSON?
  private var check = TrailCheck()
  private var parts: [TrailProvenance.Part] = []

  /// No part yet.
  package init() {}

  /// Takes a part in.
  ///
  /// - Throws: where it is not a partial result, or one of a check with other options.
  package mutating func add(_ json: JSON) throws(TrailError) {
    guard let version = json["partial"]?.int else {
      throw TrailError("it is not a partial result: touchstone check --partial writes them")
    }
    guard version == Self.version else {
      throw TrailError(
        "it is a partial result of version \(version), and this program merges those of version \(Self.version): check the part again with it"
      )
    }
    do { try take(JSONNode(json, of: "a partial result")) } catch {
      throw TrailError((error as? JSONFault)?.message ?? "\(error)")
    }
  }

  private mutating func take(_ node: JSONNode) throws {
    let other = try node.member("check")
    var fields = JSONFields(reading: node)
    var header = PartHeader()
    try header.exchange(&fields)
    if options == nil {
      options = other.json
      header.options.origin = TrailOrigin()
      check = TrailCheck(header.options)
    }
    guard other.json == options else {
      throw TrailError(
        "it was checked with other options: \(other.json.text()), not \(options?.text() ?? "")"
      )
    }
    var part = PartResult(findings: FindingSummary(examplesPerCode: .max))
    try part.exchange(&fields)
    parts.append(.init(origin: header.origin, inputs: part.inputs.map(\.name)))
    check.take(part)
  }

  /// What a check of the whole would have reported; `origin` is the program that merges.
  ///
  /// Findings that name one of the files are given their grounds from it: a partial result has none, because which events
  /// disagree is known only when all parts are together.
  ///
  /// - Throws: if a file is not what a part was made of.
  package consuming func finish(
    _ origin: TrailOrigin = TrailOrigin(),
    readingAgain files: [NamedInput] = []
  ) throws(TrailError) -> TrailReport {
    if options == nil { throw TrailError("there is no partial result to merge") }
    try check.finish()
    let names = Set(check.inputs.map { ByteKey($0.name) }).sorted().map(\.text)
    var report = TrailReport(check, of: names)
    report.provenance.origin = origin
    report.provenance.parts = parts
    report.provenance.inputs.sort { ($0.name, $0.sha256 ?? "") < ($1.name, $1.sha256 ?? "") }
    try report.provenance.expect(files)
    try EventGrounds(files, check.options).fill(&report.findings)
    return report
  }
}

extension TrailProvenance {
  /// Refuses files that are not, byte for byte, what was read under their names.
  fileprivate func expect(_ files: [NamedInput]) throws(TrailError) {
    var digests: [ByteKey: [String?]] = [:]
    for input in inputs { digests[ByteKey(input.name), default: []].append(input.sha256) }
    for file in files {
      guard let known = digests[ByteKey(file.name)] else {
        let names = inputs.prefix(5).map(\.name).joined(separator: ", ")
        throw TrailError(
          "\(file.name) is not in any part; they are of \(names)\(inputs.count > 5 ? ", …" : "")"
        )
      }
      let digest = try file.input.digest().sha256
      guard file.input.canBeReadAgain else {
        throw TrailError(
          "\(file.name) can be read only once, and findings are looked up in it: give a file"
        )
      }
      if let other = known.first(where: { $0 != digest }) {
        throw TrailError(
          "\(file.name) is not what was checked: its SHA-256 is \(digest), and that of the part is \(other ?? "not known")"
        )
      }
    }
  }
}

/// With what a part was checked.
struct PartHeader: JSONRecord {
  var version = TrailMerge.version
  var options = TrailOptions()
  var origin = TrailOrigin()

  mutating func exchange(_ fields: inout JSONFields) throws(JSONFault) {
    try fields("partial", &version)
    try fields.inner("check", &options)
    try fields("schemaFile", &options.schemaFile)
    try fields("program", &origin.program)
    try fields("specification", &origin.specification)
    try fields("command", &origin.command)
  }
}

extension TrailOptions: JSONRecord {
  /// What a part has in common with all others.
  package mutating func exchange(_ fields: inout JSONFields) throws(JSONFault) {
    try fields("edition", &edition)
    try fields("level", &stage)
    try fields("complete", &isComplete)
    try fields("examples", &examplesPerCode)
    try fields("ids", &remembersIds)
    try fields("required", &requiredFields)
    try fields("users", &userFields)
    try fields("primaryKeys", &primaryKeys)
    try fields("schema", &schema)
  }
}

extension TrailProvenance.SchemaFile: JSONItem {
  package init() { self.init(name: "", sha256: "") }

  package mutating func exchange(_ fields: inout JSONFields) throws(JSONFault) {
    try fields("file", &name)
    try fields("sha256", &sha256)
  }
}

extension TrailCheck {
  /// What is known of this part of a trail, for merging with others.
  ///
  /// - Throws: if there are more facts than memory may be taken for: a partial result is written as a whole.
  package func partial() throws(TrailError) -> JSON {
    if let failure = history?.facts.failure { throw failure }
    if history?.facts.isSpilled == true {
      throw TrailError(
        "\(inputs.map(\.name).joined(separator: ", ")) has more facts than a partial result may hold; "
          + "take smaller parts, give more --memory, or leave histories out (--no-history)"
      )
    }
    let header = JSONFields.json(of: PartHeader(options: options, origin: options.origin))
    return .object((header.object ?? [:]).merging(JSONFields.json(of: result).object ?? [:]))
  }
}
