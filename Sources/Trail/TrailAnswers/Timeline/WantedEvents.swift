import Formats
import JSON
import TrailReading

/// The events of a trail that a question asks for, with an account of what could not be read.
struct WantedEvents {
  /// An event that was asked for; its values are gone when the next one is read.
  struct Event {
    let document: AuditDocument
    let kind: Document.Kind
    /// Nil for custom events, and where it could not be read.
    let payload: Payload?
    /// What a custom event says.
    let text: Value?
    fileprivate let wanted: WantedActs
    /// What is known already because it was looked for; nil if it was not, or there is more than is kept.
    fileprivate let found: [ObjectAct]?

    /// Hands on what it says of each object that was asked for: there may be millions, so they are not kept.
    func forEachAct(_ body: (ObjectAct) -> Void) {
      if let found { return found.forEach(body) }
      if let payload { wanted.forEach(in: payload, body) }
    }
  }

  let question: TrailQuestion
  private(set) var reading = ReadingExtent()
  /// How many events were asked for.
  private(set) var count = 0
  /// How many of them show the object that was asked for by its key alone.
  private var countByKey = 0

  private let filter: PreparedFilter
  private var wanted: WantedActs
  private let needle: KeyNeedle?
  private let acts: ObjectActs
  /// What changes embedded objects in place; nil if the question is about none.
  private var inPlace: InPlaceChanges?
  /// The classes of the objects of which no event names one yet: one may be misspelt.
  private var unseenClasses: Set<ByteKey>
  /// Whether a document has shown that the trail is not wholly of another edition.
  private var isOfEdition = false
  /// The metadata fields by which users are told, as long as no event had them.
  private var unseenFields: [Name]
  private let log = FindingLog(examplesPerCode: Self.examplesPerCode)
  private var identities = EventIdentities()
  private var clocks = SetBackClocks()
  /// The alternatives of the filter that are still to be seen.
  private var alternatives: OpenAlternatives
  /// What there is in the trail, gathered on the way where it cannot be read again.
  private var survey: TrailSurvey?
  /// Whether the primary keys that a person named are in what is read.
  private var watch: KeyWatch

  static let examplesPerCode = 5
  /// What an event says of so many objects is kept when it was looked for; where there is more, it is read again.
  private static let actsKept = 256

  init(_ question: TrailQuestion) {
    self.question = question
    wanted = WantedActs(question)
    filter = PreparedFilter(question.filter)
    alternatives = OpenAlternatives(question.filter)
    inPlace = InPlaceChanges(question)
    acts = ObjectActs(question.schema, question.primaryKeys, question.edition)
    needle = KeyNeedle(question.objects, inWrites: inPlace?.needles ?? [])
    unseenClasses = Set(question.objects.map { ByteKey($0.className) })
    watch = KeyWatch(question.primaryKeys)
    unseenFields = (question.userFields + [question.deviceField].compactMap(\.self)).map {
      Name($0)
    }
  }

  /// Reads files, hands on what was asked for, and refuses a question that names what the trail does not have.
  mutating func forEach(
    in inputs: [TrailInput],
    _ body: (Event) -> Void
  ) throws(TrailError) {
    try question.refuseImpossibleValues()
    let canReadAgain = inputs.allSatisfy(\.canBeReadAgain)
    if !question.filter.objectsOf.isEmpty {
      let known = try KnownObjects(of: question, in: inputs)
      reading.remarks += known.remarks
      wanted.narrow(to: known)
    }
    if !canReadAgain { survey = TrailSurvey(question) }
    if needle != nil, question.jobs > 1,
      let parts = TrailParts(inputs.map { NamedInput($0) }, bytes: question.partBytes)
    {
      try forEach(in: parts, body)
    } else {
      for input in inputs { try forEach(in: input, body) }
    }
    reading.unread = log.summary.unread
    if question.pseudonym != nil {
      // A sentence may quote what stands in a payload.
      reading.unread.rephrase { $0.sentence = $0.code.meaning }
    }
    if let note = log.summary.customsNote { reading.remarks.append(note) }
    if countByKey > 0 { reading.remarks.append(remarkOnKeys) }
    if let remark = inPlace?.remark { reading.remarks.append(remark) }
    reading.remarks += clocks.remarks
    try refuseOtherEdition()
    let isUnsure =
      !unseenFields.isEmpty || !watch.isDone || !alternatives.isEmpty || !unseenClasses.isEmpty
    guard reading.documents > 0, count == 0 || isUnsure else { return }
    let isOpen = question.filter.isEmpty && question.objects.isEmpty && !isUnsure
    if canReadAgain, !isOpen { survey = try TrailSurvey(question, of: inputs) }
    if let fault = survey?.watch.fault { throw TrailError(fault) }
    for field in unseenFields { try survey?.check(field: field.text) }
    guard let survey else { return }
    for object in question.objects where unseenClasses.contains(ByteKey(object.className)) {
      try survey.check(class: object.className, of: question, isFoundByKey: countByKey > 0)
    }
    try reading.remarks += survey.remarks(onFilterOf: question)
    if count == 0 { try reading.remarks += survey.remarks(onNothing: question) }
  }

  private mutating func forEach(
    in input: TrailInput,
    _ body: (Event) -> Void
  ) throws(TrailError) {
    // Where few payloads are looked into, they are not read on the way.
    let isSurveyed = survey != nil
    let needle = isSurveyed ? nil : needle
    let reader = EventReader(edition: question.edition, readsPayloads: needle == nil, log: log)
    let before = reading.documents
    // What it cannot read is not part of the answer.
    let quiet = PayloadLevel(
      edition: question.edition,
      limits: TrailLimits(),
      schema: nil,
      texts: reader.source.texts,
      log: FindingLog(examplesPerCode: 0)
    )
    try reader.read(
      TrailReader(input),
      as: input.name,
      where: { !isOfEdition || needle?.mayStand(in: $0) ?? true }
    ) { event in
      reading.documents = before + reader.source.documents
      if !isOfEdition {
        isOfEdition = log.summary.count(of: .activityField) < reading.documents
      }
      if isSurveyed { survey?.note(event, event.isScoped ? quiet.open(event) : nil) }
      take(event, reader.payloads, body)
    }
    reading.documents = before + reader.source.documents
  }

  /// Has threads look for the documents that may mention the objects, and reads only these.
  private mutating func forEach(
    in parts: TrailParts,
    _ body: (Event) -> Void
  ) throws(TrailError) {
    let search = KeySearch(
      question.objects,
      inWrites: inPlace?.needles ?? [],
      edition: question.edition
    )
    let threads = PartThreads(parts.parts.count, jobs: min(question.jobs, parts.parts.count)) {
      number throws(TrailError) in try search.search(parts.parts[number])
    }
    threads.start()
    defer { threads.stop() }
    let reader = EventReader(edition: question.edition, readsPayloads: false, log: log)
    var linesBefore = 0
    for (number, part) in parts.parts.enumerated() {
      if !part.isContinued { linesBefore = 0 }
      let found = try threads.result(of: number)
      reading.documents += found.documents
      log.summary.add(contentsOf: found.damage(behind: linesBefore))
      found.forEach { text, position in
        log.id = nil
        log.file = position.file
        (log.number, log.line) = (linesBefore + position.document, position.line)
        reader.read(text) { take($0, reader.payloads, body) }
      }
      linesBefore += found.lines
    }
  }

  private mutating func take(
    _ document: borrowing Document,
    _ payloads: PayloadLevel,
    _ body: (Event) -> Void
  ) {
    if !alternatives.isEmpty { alternatives.note(document) }
    switch filter.judge(document) {
    case .admitted: break
    case .leftOut: return
    case .leftOutWithoutTime:
      reading.undated += 1
      return
    }
    if wanted.isSelective, !document.isScoped { return }
    let payload = document.isScoped ? payloads.open(document) : nil
    if let payload { watch.note(payload) }
    if let payload { inPlace?.note(payload, of: document, acts) }
    var isFoundByKey = false
    var found: [ObjectAct]?
    if wanted.isSelective {
      guard let payload else { return }
      var acts: [ObjectAct] = []
      var count = 0
      wanted.forEach(in: payload) { act in
        count += 1
        if count <= Self.actsKept { acts.append(act) }
        if let name = act.className {
          if !unseenClasses.isEmpty { unseenClasses.remove(ByteKey(name)) }
        } else {
          isFoundByKey = true
        }
        if !alternatives.isEmpty { alternatives.note(act) }
      }
      if count == 0 { return }
      if count <= Self.actsKept { found = acts }
    }
    switch identities.note(document) {
    case .new: break
    case .repeated:
      reading.repeated += 1
      return
    case .conflicting: reading.conflicting += 1
    }
    count += 1
    if !question.objects.isEmpty, isFoundByKey { countByKey += 1 }
    if !unseenFields.isEmpty {
      unseenFields.removeAll { name in document.metadata.contains { $0.isNamed(name) } }
    }
    let audited = question.shown(AuditDocument(document, at: log.position))
    if wanted.isSelective { clocks.note(audited) }
    body(
      Event(
        document: audited,
        kind: document.kind,
        payload: payload,
        text: document.isScoped ? nil : document.data,
        wanted: wanted,
        found: found
      )
    )
  }

  private var remarkOnKeys: String {
    "\(countByKey) of the \(count) events \(countByKey == 1 ? "shows" : "show") it inside another object, found by its key "
      + "alone: it may be an object of another class"
      + (question.schema == nil ? ", which --schema may tell" : ", and the schema does not tell")
  }

  /// Documents of another edition would all be half understood.
  private func refuseOtherEdition() throws(TrailError) {
    let misplaced = log.summary.count(of: .activityField)
    guard misplaced > 0, misplaced == reading.documents else { return }
    let isDraft = question.edition != .draft
    throw TrailError(
      "all documents have their activity in the field "
        + (isDraft
          ? "\"scope\", as edition 2022 has it: give --edition 2022"
          : "\"activity\", as editions 2023 and core have it, and not in \"scope\": leave out --edition 2022")
    )
  }
}
