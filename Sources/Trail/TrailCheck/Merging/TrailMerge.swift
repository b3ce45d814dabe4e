import Formats
package import JSON
package import TrailReading

/// Puts the partial results of the parts of a trail together to what one check of the whole would have said.
///
/// The order of the parts does not matter: findings are told by file and document, and histories are replayed when all facts
/// are there.
package struct TrailMerge {
  /// The number of the form of partial results.
  static let version: Int64 = 5

  private var check: JSON?
  private var stage = FindingCode.Stage.history
  private var edition = Edition.current
  private var inputs: [String] = []
  private var documents = 0
  private var bytes = 0
  private var findings = FindingSummary()
  private var inference = InferenceLevel()
  private var watch = KeyWatch([])
  private var history: HistoryLevel?
  private var ids = IdPlaces()
  private var provenance = TrailProvenance()
  private var census = EventCensus()
  private var lines = ElementLines()

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

  private mutating func take(_ reader: JSONNode) throws {
    let options = try reader.member("check")
    if check == nil { try begin(options) }
    guard options.json == check else {
      throw TrailError(
        "it was checked with other options: \(options.json.text()), not \(check?.text() ?? "")"
      )
    }
    inputs += try reader.member("inputs").strings()
    try takeProvenance(try reader.member("provenance"))
    documents = try reader.member("documents").sum(with: documents)
    bytes = try reader.member("bytes").sum(with: bytes)
    try findings.take(try reader.member("findings"))
    try inference.take(try reader.member("types"))
    try watch.take(try reader.member("keys"))
    try ids.take(try reader.member("ids"))
    if history != nil { try history?.take(try reader.member("history")) }
  }

  private mutating func begin(_ options: JSONNode) throws(JSONFault) {
    check = options.json
    stage = try options.member("level").choice(FindingCode.Stage.self)
    edition = try options.member("edition").choice(Edition.self)
    findings = FindingSummary(examplesPerCode: try options.member("examples").count())
    let keys = try options.member("primaryKeys").strings()
    watch = KeyWatch(keys.compactMap(NamedPrimaryKey.init))
    provenance.primaryKeys = keys
    if stage == .history {
      history = HistoryLevel(isComplete: try options.member("complete").bool())
    }
  }

  private mutating func takeProvenance(_ reader: JSONNode) throws(JSONFault) {
    var origin = TrailOrigin()
    origin.program = try reader.member("program").string()
    origin.specification = try reader.member("specification").string()
    origin.command = try reader.member("command").strings()
    var inputs: [TrailProvenance.Input] = []
    for entry in try reader.member("inputs").elements() {
      inputs.append(
        TrailProvenance.Input(
          name: try entry.member("file").string(),
          bytes: try entry.member("bytes").count(),
          sha256: try entry.member("sha256").unlessNull?.string(),
          documents: try entry.member("documents").count()
        )
      )
    }
    provenance.inputs += inputs
    provenance.parts.append(TrailProvenance.Part(origin: origin, inputs: inputs.map(\.name)))
    if let schema = try reader.member("schema").unlessNull {
      provenance.schema = TrailProvenance.SchemaFile(
        name: try schema.member("file").string(),
        sha256: try schema.member("sha256").string()
      )
    }
    try census.take(try reader.member("events"))
    try lines.take(try reader.member("lines"))
  }

  /// What a check of the whole would have reported; `origin` is the program that merges.
  package mutating func finish(_ origin: TrailOrigin = TrailOrigin()) throws(TrailError)
    -> TrailReport
  {
    guard let check else { throw TrailError("there is no partial result to merge") }
    if documents > 0, let fault = watch.fault { throw TrailError(fault) }
    try ids.report(into: &findings)
    inference.finish(into: &findings)
    try history?.finish(into: &findings)
    provenance.origin = origin
    provenance.inputs.sort { ($0.name, $0.sha256 ?? "") < ($1.name, $1.sha256 ?? "") }
    provenance.comparesIds = check["ids"]?.bool ?? false
    provenance.required = check["required"]?.array?.compactMap(\.string) ?? []
    census.report(into: &provenance, lines)
    lines.complete(&findings)
    return TrailReport(
      inputs: Set(inputs.map { ByteKey($0) }).sorted().map(\.text),
      edition: edition,
      stage: stage,
      isComplete: check["complete"]?.bool ?? false,
      documents: documents,
      bytes: bytes,
      findings: findings,
      provenance: provenance
    )
  }
}

extension TrailCheck {
  /// What is known of this part of a trail, for merging with others.
  ///
  /// - Throws: if there are more facts than memory may be taken for: a partial result is written as a whole.
  package func partial(inputs: [String]) throws(TrailError) -> JSON {
    if history?.facts.isSpilled == true {
      throw TrailError(
        "\(inputs.joined(separator: ", ")) has more facts than a partial result may hold; "
          + "take smaller parts, give more --memory, or leave histories out (--no-history)"
      )
    }
    return [
      "partial": .int(TrailMerge.version),
      "check": [
        "edition": .string(options.edition.rawValue), "level": .string(options.stage.rawValue),
        "complete": .bool(options.isComplete), "examples": .count(options.examplesPerCode),
        "ids": .bool(options.remembersIds),
        "required": .strings(options.requiredFields), "users": .strings(options.userFields),
        "schema": .optional(options.schema?.fingerprint),
        "primaryKeys": .strings(options.primaryKeys.map(\.description)),
      ],
      "inputs": .strings(inputs), "documents": .count(documents),
      "bytes": .count(bytes), "findings": findings.partial, "types": inference.partial,
      "keys": watch.partial,
      "provenance": [
        "program": .string(options.origin.program),
        "specification": .string(options.origin.specification),
        "command": .strings(options.origin.command),
        "schema": options.schemaFile.map {
          ["file": .string($0.name), "sha256": .string($0.sha256)]
        } ?? .null,
        "inputs": .array(
          self.inputs.map {
            [
              "file": .string($0.name), "bytes": .count($0.bytes), "sha256": .optional($0.sha256),
              "documents": .count($0.documents),
            ]
          }
        ),
        "events": wholeCensus.partial, "lines": lines.partial,
      ],
      "ids": ids.partial, "history": try history?.partial() ?? .null,
    ]
  }
}

extension CaseSchema {
  /// Tells schemas apart.
  fileprivate var fingerprint: String {
    var hash = StableHash()
    for (name, description) in classes.sorted {
      hash.add(name)
      hash.add(description.primaryKey ?? "")
      hash.add(description.isEmbedded ? 1 : 0)
      hash.add(description.hasRepresentation ? 1 : 0)
      for (property, type) in description.properties.sorted {
        hash.add(property)
        hash.add(type.shape.rawValue)
        hash.add(type.base)
        hash.add(type.isOptional ? 1 : 0)
      }
    }
    return String(hash.value, radix: 16)
  }
}
