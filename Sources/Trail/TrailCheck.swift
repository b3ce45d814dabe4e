public import Formats
import JSON

/// What a trail is held against, and how closely.
public struct TrailOptions: Sendable {
  /// The edition whose documents these are.
  public var edition = Edition.current
  /// The last level that is looked at.
  public var stage = FindingCode.Stage.history
  /// The classes, if they are known.
  public var schema: CaseSchema?
  /// Whether the trail is said to hold every change: contradictions are errors then.
  public var isComplete = false
  /// How much memory following histories may take.
  package var historyLimits = HistoryLimits()
  /// Whether ids are remembered, so that one that stands twice is found.
  public var remembersIds = true
  /// How many examples of each code are kept.
  public var examplesPerCode = 20
  /// What is taken at the most.
  public var limits = TrailLimits()

  /// Whether this is a part of a trail that is merged with others: what can be said only of the whole is left to that.
  public var isPartial = false

  /// The options of the command line, unless it says otherwise.
  public init() {}
}

/// Checks documents in the order in which they come, level by level.
public struct TrailCheck {
  /// What was found so far.
  public private(set) var findings: FindingSummary
  /// How many documents were read.
  public private(set) var documents = 0
  /// How many bytes their texts have.
  public private(set) var bytes = 0
  /// The ids that were seen.
  package private(set) var ids = DocumentIdSet()
  /// The ids with their places, in a part of a trail.
  private(set) var idPlaces = IdPlaces()

  let options: TrailOptions
  private let texts: TextReader
  private var documentLevel: DocumentLevel
  private var payloadLevel: PayloadLevel
  /// What is known of types, if they are looked at: from a schema, or else from the values that were seen.
  private let schemaLevel: SchemaLevel?
  private(set) var inference = InferenceLevel()
  /// What was noted of the objects, if their histories are followed.
  private(set) var history: HistoryLevel?

  /// A check with these options.
  public init(_ options: TrailOptions = TrailOptions()) {
    self.options = options
    findings = FindingSummary(examplesPerCode: options.examplesPerCode)
    texts = TextReader(
      depthLimit: options.limits.depth,
      readsPayloads: options.stage >= .payload
    )
    documentLevel = DocumentLevel(
      edition: options.edition,
      readsMetadata: options.stage >= .history
    )
    payloadLevel = PayloadLevel(
      edition: options.edition,
      limits: options.limits,
      schema: options.schema
    )
    let schema = options.stage >= .types ? options.schema : nil
    schemaLevel = schema.map { SchemaLevel(schema: $0, edition: options.edition) }
    guard options.stage >= .history else { return }
    history = HistoryLevel(
      isComplete: options.isComplete,
      schema: options.schema,
      limits: options.historyLimits
    )
  }

  /// Reads and checks a file, standard input or bytes.
  ///
  /// Findings call it by a name that is not its own if one is given.
  public mutating func check(_ input: TrailInput, as name: String? = nil) throws(TrailError) {
    let reader = try TrailReader(input, limits: options.limits)
    let name = name ?? input.name
    try reader.read { piece in
      switch piece {
      case .document(let text, let line):
        check(text, at: TrailPosition(file: name, line: line))
      case .damage(let code, let line, let sentence):
        findings.add(code, at: TrailPosition(file: name, line: line), id: nil, sentence)
      }
    }
  }

  /// Says what can only be said at the end.
  public mutating func finish() {
    inference.finish(into: &findings)
    history?.finish(into: &findings)
  }

  private mutating func check(_ text: UnsafeBufferPointer<UInt8>, at position: TrailPosition) {
    bytes += text.count
    guard let fields = fields(of: text, at: position) else { return }
    documents += 1
    let document = documentLevel.read(fields, at: position, into: &findings)
    noteId(of: document)
    guard options.stage >= .payload else { return }
    let payload = payloadLevel.read(document, with: texts, into: &findings)
    if options.stage >= .types, let payload {
      if let schemaLevel {
        schemaLevel.check(payload, of: document, into: &findings)
      } else {
        inference.check(payload, of: document)
      }
    }
    history?.check(payload, of: document, into: &findings)
  }

  private mutating func noteId(of document: Document) {
    guard options.remembersIds, let id = document.id else { return }
    if options.isPartial {
      idPlaces.note(id, at: document.position)
    } else if !ids.insert(id) {
      findings.add(
        .idTwice,
        in: document,
        "another document before this one has the _id \(id.hex)"
      )
    }
  }

  private mutating func fields(
    of text: UnsafeBufferPointer<UInt8>,
    at position: TrailPosition
  ) -> Value? {
    do throws(JSONError) {
      let value = try texts.document(text)
      if value.isObject { return value }
      findings.add(
        .lineNoObject,
        at: position,
        id: nil,
        "\(value.words) stands where a document should"
      )
    } catch {
      let code: FindingCode =
        switch error.rule {
        case .uniqueKeys: .fieldTwice
        case .encoding: .lineNotUTF8
        case .grammar, .depth: .lineDamaged
        }
      let line = position.line + error.position.line - 1
      findings.add(
        code,
        at: TrailPosition(file: position.file, line: line),
        id: nil,
        "column \(error.position.column): \(quotedMessage(error))"
      )
    }
    return nil
  }
}
