package import Formats
import JSON
package import TrailReading

/// What a trail is held against, and how closely.
package struct TrailOptions: Sendable {
  /// The edition whose documents these are.
  package var edition = Edition.current
  /// The last level that is looked at.
  package var stage = FindingCode.Stage.history
  /// The classes, if they are known.
  package var schema: CaseSchema?
  /// The primary keys that are not `_id`, as far as a person named them in place of a schema.
  package var primaryKeys: [NamedPrimaryKey] = []
  /// Whether the trail is said to hold every change: contradictions are errors then.
  package var isComplete = false
  /// Whether ids are remembered, so that one that stands twice is found.
  package var remembersIds = true
  /// How many examples of each code are kept.
  package var examplesPerCode = 20
  /// What is taken at the most.
  package var limits = TrailLimits()
  /// Metadata fields that every event has to have.
  package var requiredFields: [String] = []
  /// Metadata fields whose values are users; those that no event has are not reported.
  package var userFields = WatchedFields.usualUsers
  /// Whether the SHA-256 of the inputs is computed.
  package var digestsInputs = false
  /// The program that checks, for the report.
  package var origin = TrailOrigin()
  /// The file that the schema was read from, for the report.
  package var schemaFile: TrailProvenance.SchemaFile?

  /// Whether this is a part of a trail that is merged with others: what can be said only of the whole is left to that.
  package var isPartial = false

  /// The options of the command line, unless it says otherwise.
  package init() {}
}

/// What a check reads, which decides what is left to others.
enum CheckScope {
  /// All of a trail.
  case trail
  /// Some of its files, or some lines of a file, for another thread.
  case files, lines
  /// What is written down to be merged.
  case partialResult
}

/// Checks documents in the order in which they come, level by level.
package struct TrailCheck: ~Copyable {
  /// What was found so far.
  package var findings: FindingSummary { log.summary }
  /// How many documents were read.
  package var documents: Int { partDocuments + events.source.documents }
  /// How many bytes their texts have.
  package var bytes: Int { partBytes + events.source.bytes }
  /// What other threads have read.
  private var partDocuments = 0, partBytes = 0
  /// What is read a second time, by its name.
  var sources: ByteDictionary<TrailInput> = [:]
  /// What was read, in this order.
  var inputs: [TrailProvenance.Input] = []
  var census = EventCensus()
  /// The ids that were read.
  var ids: IdPlaces

  let options: TrailOptions
  let scope: CheckScope
  // Comparing stages costs as much as reading a field.
  private let readsPayloads, readsTypes, readsSchema: Bool
  let log: FindingLog
  private let events: EventReader
  /// What is known of types, if they are looked at: from a schema, or else from the values that were seen.
  private var schemaLevel: SchemaLevel?
  var inference = InferenceLevel()
  /// Whether the keys that a person named are there.
  var watch: KeyWatch
  /// What was noted of the objects, if their histories are followed.
  var history: HistoryLevel?
  /// What another question about the trail has heard of it.
  package internal(set) var listener: (any EventListener)?

  /// A check with these options, to which another question listens.
  package init(
    _ options: TrailOptions = TrailOptions(),
    listener: (any EventListener)? = nil
  ) {
    self.init(options, of: options.isPartial ? .partialResult : .trail, listener)
  }

  init(_ options: TrailOptions, of scope: CheckScope, _ listener: (any EventListener)?) {
    self.options = options
    self.scope = scope
    self.listener = listener
    watch = KeyWatch(options.primaryKeys)
    ids = IdPlaces(bytes: scope == .trail ? options.limits.idMemory : .max)
    let checksPayloads = options.stage >= .payload
    readsPayloads = checksPayloads || listener != nil
    readsTypes = options.stage >= .types
    readsSchema = options.schema != nil
    log = FindingLog(
      examplesPerCode: options.examplesPerCode,
      until: checksPayloads ? nil : options.stage
    )
    events = EventReader(
      edition: options.edition,
      schema: options.schema,
      primaryKeys: options.primaryKeys,
      limits: options.limits,
      readsPayloads: readsPayloads,
      readsMetadata: options.stage >= .history,
      settlesKinds: readsPayloads,
      watched: WatchedFields(users: options.userFields, required: options.requiredFields),
      log: log
    )
    let schema = readsTypes ? options.schema : nil
    schemaLevel = schema.map { [log] in
      SchemaLevel(schema: $0, edition: options.edition, log: log)
    }
    guard options.stage >= .history else { return }
    history = HistoryLevel(
      isComplete: options.isComplete,
      schema: options.schema,
      primaryKeys: options.primaryKeys,
      edition: options.edition,
      limits: options.limits,
      examplesPerCode: options.examplesPerCode,
      scope: scope
    )
  }

  /// Reads and checks a file, standard input or bytes.
  ///
  /// Findings call it by a name that is not its own if one is given.
  package mutating func check(_ input: TrailInput, as name: String? = nil) throws(TrailError) {
    let reader = try TrailReader(
      input,
      limits: options.limits,
      digestsBytes: options.digestsInputs
    )
    let name = name ?? input.name
    noteSource(input, name)
    try read(reader, name)
    endFile()
  }

  /// Says what can be said of a file that was read.
  mutating func endFile() {
    // With the thread sanitizer, the compiler takes the log for a part of the check.
    let log = log
    history?.order.endFile(into: &log.summary)
    listener?.endFile()
  }

  /// Reads and checks some lines of a file, counted from the number of the first.
  mutating func check(
    _ source: NamedInput,
    lines: Range<Int>,
    from line: Int
  ) throws(TrailError) {
    let reader = try TrailReader(source.input, limits: options.limits, lines: lines, from: line)
    noteSource(source.input, source.name)
    try read(reader, source.name)
  }

  private mutating func noteSource(_ input: TrailInput, _ name: String) {
    // A merge of partial results does not have the files.
    let isReadAgain = scope != .partialResult && input.canBeReadAgain
    if isReadAgain, scope == .trail { sources[name] = input }
    history?.keepsTexts = !isReadAgain
  }

  private mutating func read(_ reader: TrailReader, _ name: String) throws(TrailError) {
    let before = documents
    census.begin(name)
    ids.begin(name)
    listener?.begin(name)
    try events.read(reader, as: name) { check($0) }
    let (bytes, sha256) = try reader.finish()
    inputs.append(
      TrailProvenance.Input(
        name: log.file,
        bytes: bytes,
        sha256: sha256,
        documents: documents - before
      )
    )
  }

  /// The lines of documents whose number is not their line.
  var lines: ElementLines { events.source.lines }

  /// Takes over how much another thread has read, and the lines of its documents.
  mutating func take(documents: Int, bytes: Int, _ lines: ElementLines) {
    partDocuments += documents
    partBytes += bytes
    events.source.lines.take(lines)
  }

  /// What was read, and with what.
  var provenance: TrailProvenance {
    var provenance = TrailProvenance()
    provenance.origin = options.origin
    provenance.schema = options.schemaFile
    provenance.primaryKeys = options.primaryKeys.map(\.description)
    provenance.inputs = inputs
    provenance.required = options.requiredFields
    provenance.comparesIds = options.remembersIds
    wholeCensus.report(into: &provenance, lines)
    return provenance
  }

  /// What was counted, users included.
  var wholeCensus: EventCensus {
    var census = census
    census.take(events.watched.users)
    return census
  }

  /// Says what can only be said at the end, and looks for it in up to so many threads.
  package mutating func finish(jobs: Int = 1) throws(TrailError) {
    let log = log
    if documents > 0, let fault = watch.fault { throw TrailError(fault) }
    try ids.report(into: &log.summary)
    inference.finish(into: &log.summary)
    if history != nil {
      try history?.finish(into: &log.summary, jobs: jobs)
      try ValuesReadAgain(options: options, files: history?.names.files ?? [], inputs: sources)
        .fill(&log.summary)
    }
    lines.complete(&log.summary)
  }

  private mutating func check(_ document: borrowing Document) {
    if options.remembersIds, let id = document.id { ids.note(id, number: log.number) }
    census.note(document, number: log.number)
    guard readsPayloads else { return }
    let payload = events.payloads.read(document)
    listener?.hear(payload, of: document, number: log.number)
    if !watch.isDone, let payload { watch.note(payload) }
    guard readsTypes else { return }
    if let payload {
      if readsSchema {
        schemaLevel?.check(payload)
      } else {
        inference.check(payload, of: document, at: log.position)
      }
    }
    history?.check(payload, of: document, log)
  }
}
