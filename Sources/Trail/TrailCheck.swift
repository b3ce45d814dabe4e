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

  /// Whether sound documents may be passed over without reading them into values: the findings are the same.
  package var mayScan = true

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

  /// What was learnt of the types of properties, if there is no schema.
  package private(set) var inference = InferenceLevel()
  private let infersTypes: Bool

  /// Passes over documents that are sound; nil where each has to be read into values.
  private var scanner: SoundScanner?
  /// What was noted of the objects, if their histories are followed.
  package private(set) var history: HistoryLevel?

  let options: TrailOptions
  private var levels: [any TrailLevel]
  private let documentLevel: DocumentLevel
  private let payloadLevel: PayloadLevel

  /// A check with no further levels than those of this module.
  public init(_ options: TrailOptions = TrailOptions()) { self.init(options, further: []) }

  /// A check with further levels, which come last.
  package init(_ options: TrailOptions, further levels: [any TrailLevel]) {
    self.options = options
    var own: [any TrailLevel] = []
    if options.stage >= .types, let schema = options.schema {
      own.append(SchemaLevel(schema: schema, edition: options.edition))
    }
    infersTypes = options.stage >= .types && options.schema == nil
    history =
      options.stage >= .history
      ? HistoryLevel(
        isComplete: options.isComplete,
        schema: options.schema,
        limits: options.historyLimits
      ) : nil
    self.levels = own + levels
    // The scanner knows no schema, and it counts on the usual limit of depth.
    let isScannable =
      options.mayScan && !options.isPartial && options.stage <= .payload && options.schema == nil
      && levels.isEmpty
      && options.limits.depth >= JSONLimits.default.depth
    scanner = isScannable ? SoundScanner(edition: options.edition, stage: options.stage) : nil
    findings = FindingSummary(examplesPerCode: options.examplesPerCode)
    documentLevel = DocumentLevel(edition: options.edition)
    payloadLevel = PayloadLevel(
      edition: options.edition,
      limits: options.limits,
      schema: options.schema
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
    for index in levels.indices { levels[index].finish(into: &findings) }
    history?.finish(into: &findings)
  }

  private mutating func check(_ text: UnsafeBufferPointer<UInt8>, at position: TrailPosition) {
    bytes += text.count
    if let id = scanner?.scan(text), !options.remembersIds || ids.insert(id) {
      documents += 1
      return
    }
    guard let fields = parse(text, at: position) else { return }
    documents += 1
    var (document, data) = documentLevel.read(fields, at: position, into: &findings)
    noteId(of: document)
    guard options.stage >= .payload else { return }
    let payload = payloadLevel.read(&document, data, into: &findings)
    if infersTypes { inference.check(document, payload, into: &findings) }
    for index in levels.indices { levels[index].check(document, payload, into: &findings) }
    history?.check(document, payload, into: &findings)
  }

  private mutating func noteId(of document: AuditDocument) {
    guard options.remembersIds, let hex = document.id,
      let id = DocumentIdSet.Id(hex: hex.utf8)
    else { return }
    if options.isPartial {
      idPlaces.note(id, at: document.position)
    } else if !ids.insert(id) {
      findings.add(
        .idTwice,
        at: document.position,
        id: hex,
        "another document before this one has the _id \(hex)"
      )
    }
  }

  private mutating func parse(
    _ text: UnsafeBufferPointer<UInt8>,
    at position: TrailPosition
  ) -> JSONObject? {
    do throws(JSONError) {
      let json = try JSON(parsing: text, limits: JSONLimits(depth: options.limits.depth))
      if let object = json.object { return object }
      findings.add(
        .lineNoObject,
        at: position,
        id: nil,
        "\(json.extendedName) stands where a document should"
      )
    } catch {
      let code: FindingCode =
        switch error.rule {
        case .uniqueKeys: .fieldTwice
        case .encoding: .lineNotUTF8
        case .grammar, .depth: .lineDamaged
        }
      let place = TrailPosition(
        file: position.file,
        line: position.line + error.position.line - 1
      )
      findings.add(
        code,
        at: place,
        id: nil,
        "column \(error.position.column): \(quotedMessage(error))"
      )
    }
    return nil
  }
}
