package import Formats
package import JSON
package import TrailReading

/// Concludes the classes of a recorded realm from what its trail shows, and says where that leaves several answers.
package struct SchemaInference {
  /// How many documents were read.
  package private(set) var documents = 0
  /// How much could not be read: lines, files, payloads.
  package private(set) var damaged = 0

  private let edition: Edition
  private var classes: ByteDictionary<ObjectSketch> = [:]
  /// How many properties there is room for: a trail can have any number.
  private var room = 50_000

  private let keys: PrimaryKeys
  private let keyNames: [Name]
  private var watch: KeyWatch
  /// Why a primary key that a person named cannot be right; nil if all are there.
  package var keyFault: String? { watch.fault }

  /// Nothing was read yet; a person may have named primary keys.
  package init(edition: Edition = .current, primaryKeys: [NamedPrimaryKey] = []) {
    self.edition = edition
    keys = PrimaryKeys(nil, primaryKeys)
    keyNames = keys.ofUnknownClasses.map(\.key)
    watch = KeyWatch(primaryKeys)
  }

  /// Reads a part of the trail.
  package mutating func read(_ input: TrailInput) throws(TrailError) {
    let log = FindingLog(examplesPerCode: 0)
    let reader = EventReader(edition: edition, log: log)
    try reader.read(TrailReader(input), as: input.name) { event in
      guard event.isScoped else { return }
      let losses = log.losses
      if let payload = reader.payloads.open(event) { note(payload) }
      if log.losses > losses || event.data == nil { damaged += 1 }
    }
    documents += reader.source.documents
    damaged += reader.source.unread
  }

  private mutating func note(_ payload: Payload) {
    watch.note(payload)
    for objects in payload.eachClass {
      let name = objects.className
      if classes[name] == nil {
        guard room > 0 else { continue }
        room -= 1
        classes[name] = ObjectSketch(keyNames: keyNames, ownKey: keys.name(of: name))
      }
      guard let sketch = classes[name] else { continue }
      objects.forEachAct { _, object, newValue in
        sketch.note(object, &room)
        if let newValue { sketch.note(newValue, isComplete: false, &room) }
      }
    }
  }

  /// The schema in the form of a case's, under `schema`, and under `unsure` what may be otherwise.
  package var json: JSON {
    var conclusion = SchemaConclusion(classes, keys)
    conclusion.conclude()
    var unsure = conclusion.unsure
    if damaged > 0 { unsure.append("\(damaged) lines or payloads could not be read") }
    if room == 0 { unsure.append("there are more properties than are followed; some are missing") }
    return ["schema": conclusion.json, "unsure": .array(unsure.map { .string($0) })]
  }
}
