import Formats
import JSON
import TrailReading

/// What is known of the histories of a part of a trail: they are replayed when all parts are together.
struct HistoryPart: JSONItem {
  var names = HistoryNames()
  var facts = FactStore()
  /// For each class the classes that its properties link to.
  var linkTargets: [[Int?]] = []
  /// The classes of which something else than an object stands for one.
  var represented: [Int] = []
  var order = HistoryOrder(isPart: true)
  var tallies = TrailTallies(isPart: true)
  var omittedProperties = Omission()
  var keyless = KeylessClasses()

  mutating func exchange(_ fields: inout JSONFields) throws(JSONFault) {
    try names.exchange(&fields)
    try fields("facts", &facts)
    try fields("links", &linkTargets)
    try fields("represented", &represented)
    try order.exchange(&fields)
    try fields.inner("tallies", &tallies)
    try fields.inner("omittedProperties", &omittedProperties)
    try fields.inner("keyless", &keyless)
    if fields.areRead, let fault { throw fields.fault(fault) }
  }

  /// A number that stands for nothing.
  private var fault: String? {
    let files = names.files.count
    let properties = names.classes.indices.map { names.propertyNames(of: $0).count }
    if let fault = facts.fault(files: files, properties: properties) { return fault }
    guard order.events.allSatisfy({ $0.file < files }),
      tallies.events.allSatisfy({ $0.file < files })
    else { return "the number of a file is not in the list of files" }
    if order.readings.count > files { return "there are more readings than files" }
    guard linkTargets.count <= properties.count,
      zip(linkTargets, properties).allSatisfy({ targets, count in
        targets.count <= count && targets.allSatisfy { $0 ?? 0 < properties.count }
      })
    else { return "there is no such link" }
    guard represented.allSatisfy(properties.indices.contains) else {
      return "there is no such class"
    }
    return nil
  }
}

extension HistoryLevel {
  /// What is known of the part of the trail that was read here.
  var part: HistoryPart {
    HistoryPart(
      names: names,
      facts: facts,
      linkTargets: linkTargets,
      represented: represented.sorted(),
      order: order,
      tallies: tallies,
      omittedProperties: omittedProperties,
      keyless: keyless
    )
  }

  /// Takes over what is known of a part.
  mutating func take(_ part: consuming HistoryPart) {
    let numbers = PartNumbers(of: part.names, in: &names)
    names.texts.take(part.names.texts)
    for file in part.names.filesReadAgain { names.readAgain(numbers.files[file]) }
    for (className, targets) in part.linkTargets.enumerated() {
      for (property, target) in targets.enumerated() {
        guard let target, let property = numbers.properties[className][property] else { continue }
        note(numbers.classes[target], of: property, in: numbers.classes[className])
      }
    }
    represented.formUnion(part.represented.map { numbers.classes[$0] })
    order.take(part.order, numbers.files, names.files)
    tallies.take(part.tallies, numbers.files, names.files)
    omittedProperties.take(part.omittedProperties)
    keyless.take(part.keyless)
    var omitted = Omission()
    facts.take(part.facts, numbers) { event in
      omitted.note(at: event.position(in: names.files), id: event.id?.hex)
    }
    omittedProperties.take(omitted)
  }

  /// Whether another division into parts might have led to another report.
  var dependsOnParts: Bool {
    order.dependsOnParts || tallies.dependsOnParts || omittedProperties.count > 0
      || order.omitted.count > 0
  }
}
