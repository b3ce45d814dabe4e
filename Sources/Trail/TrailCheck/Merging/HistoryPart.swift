import TrailReading

/// What is known of the histories of a part of a trail: another thread, or a merge, takes it over.
struct HistoryPart: Sendable {
  var names = HistoryNames()
  /// How values are spelled, where the files cannot be read again.
  var texts: [(hash: UInt64, text: String)] = []
  var facts: FactStore.Part
  /// For each class the classes that its properties link to.
  var linkTargets: [[Int?]] = []
  var order: HistoryOrder
  var tallies: TrailTallies
  var omittedProperties = Omission()
  var keyless = KeylessClasses()
}

extension HistoryLevel {
  /// What is known of the part of the trail that was read here.
  var part: HistoryPart {
    HistoryPart(
      names: names,
      facts: facts.part,
      linkTargets: linkTargets,
      order: order,
      tallies: tallies,
      omittedProperties: omittedProperties,
      keyless: keyless
    )
  }

  /// Takes over what is known of a part.
  mutating func take(_ part: consuming HistoryPart) {
    let numbers = PartNumbers(of: part.names, in: &names)
    for (hash, text) in part.texts { names.texts.note(text, as: hash) }
    for file in part.names.filesReadAgain { names.readAgain(numbers.files[file]) }
    for (className, targets) in part.linkTargets.enumerated() {
      for (property, target) in targets.enumerated() {
        guard let target, let property = numbers.properties[className][property] else { continue }
        note(numbers.classes[target], of: property, in: numbers.classes[className])
      }
    }
    order.take(part.order, numbers.files, names.files)
    tallies.take(part.tallies, numbers.files, names.files)
    omittedProperties.take(part.omittedProperties)
    keyless.take(part.keyless)
    var omitted = Omission()
    facts.take(part.facts, numbers) { event in
      omitted.note(at: position(of: event), id: event.id?.hex)
    }
    omittedProperties.take(omitted)
  }

  /// Whether another division into parts might have led to another report.
  var dependsOnParts: Bool {
    order.dependsOnParts || tallies.dependsOnParts || omittedProperties.count > 0
      || order.omitted.count > 0
  }
}
