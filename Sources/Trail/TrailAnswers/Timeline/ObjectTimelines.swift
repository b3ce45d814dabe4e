import JSON
package import TrailReading

/// The timelines of several objects, or of all objects of some classes: the trail is read once for all of them.
package struct ObjectTimelines: Sendable {
  /// Those that were asked for, in their order; of a class, in the order of their names.
  package private(set) var all: [ObjectTimeline]
  /// How far the trail could be read.
  package private(set) var reading = ReadingExtent()

  /// Adds to the answer about an instant which devices may have uploaded later; the files are read once more for that.
  package mutating func noteLateDevices(
    at instant: Int64,
    in inputs: [TrailInput],
    _ question: TrailQuestion
  ) throws(TrailError) {
    guard inputs.allSatisfy(\.canBeReadAgain) else { return }
    var late = LateDevices(at: instant)
    let log = FindingLog(examplesPerCode: 0)
    let reader = EventReader(
      edition: question.edition,
      readsPayloads: false,
      readsMetadata: false,
      log: log
    )
    for input in inputs {
      try reader.read(TrailReader(input), as: input.name) { late.note($0) }
      late.endFile()
    }
    reading.remarks += late.notes { question.pseudonym?("_partition", $0) ?? $0 }
  }

  /// Reads files, and keeps the first events of each object, and no more than `total` of all.
  package init(
    in inputs: [TrailInput],
    _ question: TrailQuestion,
    limit: Int,
    total: Int = .max
  ) throws(TrailError) {
    var question = question
    let remarks = try question.settleKeys(in: inputs)
    question.isAboutStates = true
    all = question.objects.map { ObjectTimeline(of: $0, question) }
    var places: [ByteKey: Int] = [:]
    var (kept, keyless) = (0, 0)
    let names = question.objects
    var events = WantedEvents(question)
    try events.forEach(in: inputs) { event in
      var others = event.payload?.eachClass.reduce(0) { $0 + $1.count } ?? 0
      event.forEachAct { if $0.owner == nil { others -= 1 } }
      event.forEachAct { act in
        let found: [Int]
        if !names.isEmpty {
          found = names.indices.filter { act.isAbout(names[$0]) }
        } else if kept > total {
          // It is refused, so no more objects are followed.
          return
        } else if let object = ObjectName(act) {
          let name = ByteKey(object.description)
          if places[name] == nil {
            places[name] = all.count
            all.append(ObjectTimeline(of: object, question))
          }
          found = [places[name] ?? 0]
        } else {
          keyless += 1
          return
        }
        for index in found {
          kept += 1
          guard kept <= total else { continue }
          all[index].note(ObjectTimeline.Entry(act, event.document, others, question), limit: limit)
        }
      }
    }
    guard kept <= total else {
      throw TrailError("the objects have \(kept) events; \(total) can be followed")
    }
    reading = events.reading
    reading.remarks += remarks
    if keyless > 0 {
      reading.remarks.append(
        "\(keyless) times an event mentions an object that has no primary key: these objects cannot be followed"
      )
    }
    for index in all.indices { all[index].close(reading) }
    if names.isEmpty { all.sort { ByteKey($0.name) < ByteKey($1.name) } }
  }
}

extension ObjectTimeline.Entry {
  init(
    _ act: ObjectAct,
    _ document: AuditDocument,
    _ others: Int,
    _ question: TrailQuestion
  ) {
    self.document = document
    action = ObjectTimeline.Action(act)
    self.others = others
    owner = act.owner.map { ObjectTimeline.Owner($0, act, question) }
    before = act.kind == .changed ? act.object.json : nil
  }
}
