import Formats
import JSON
import TrailReading

/// The facts of a part of a trail, written down and read again: histories are replayed when all parts are together.
extension HistoryLevel {
  func partial() throws(TrailError) -> JSON {
    var used: Set<UInt64> = []
    var objects: [JSON] = []
    try facts.forEach { object in
      let words = object.places.flatMap { object.words[$0] }
      for range in HistoryFact.ranges(in: words, words.indices) {
        let values = words[range].dropFirst(HistoryFact.headerWords)
        used.formUnion(values.map { FactValue($0).hash })
      }
      objects.append([
        "class": .count(object.className), "key": .string(object.key),
        "hash": .words([object.keyHash]),
        "facts": .words(words),
      ])
    }
    let classes = names.classes.indices.map { number -> JSON in
      [
        "name": .string(names.classes[number]),
        "properties": .strings(names.propertyNames(of: number)),
        "links": .object(links(of: number)),
      ]
    }
    let texts = used.sorted().compactMap { value -> JSON? in
      names.texts.text(of: value).map { [.words([value]), .string($0)] }
    }
    return [
      "files": .strings(names.files), "classes": .array(classes),
      "objects": .array(objects), "texts": .array(texts),
      "partitions": .array(order.segments.map(\.partial)),
      "readings": .array(order.readings.map(\.partial)), "tallies": tallies.partial,
      "omitted": ["properties": omittedProperties.partial, "partitions": order.omitted.partial],
      "keyless": keyless.partial,
    ]
  }

  mutating func take(_ reader: JSONNode) throws(JSONFault) {
    guard
      names.files.count + (try reader.member("files").elements().count) <= HistoryFact.maximumFiles
    else { throw reader.fault("there are more than \(HistoryFact.maximumFiles) files") }
    take(try HistoryPart(reader))
  }
}

extension HistoryPart {
  fileprivate init(_ reader: JSONNode) throws(JSONFault) {
    facts = FactStore(bytes: .max).part
    order = HistoryOrder(isPart: true)
    tallies = TrailTallies(isPart: true)
    for file in try reader.member("files").strings() { _ = names.number(ofFile: file) }
    let files = names.files.count
    guard files == (try reader.member("files").elements().count) else {
      throw reader.fault("a file is there twice")
    }
    // The names of classes have numbers before those that properties link to.
    let classes = try reader.member("classes").elements()
    for entry in classes { _ = names.number(ofClass: try entry.member("name").string()) }
    guard names.classes.count == classes.count else { throw reader.fault("a class is there twice") }
    for (number, entry) in classes.enumerated() { try takeProperties(entry, of: number) }
    facts = try self.facts(try reader.member("objects"))
    for entry in try reader.member("texts").elements() {
      let pair = try entry.elements()
      guard pair.count == 2, let hash = try pair[0].words().first else {
        throw entry.fault("expected a value and its text")
      }
      texts.append((hash, try pair[1].string()))
    }
    var segments: [HistoryOrder.Segment] = []
    for entry in try reader.member("partitions").elements() {
      segments.append(try HistoryOrder.Segment(entry, files: files))
    }
    var readings: [HistoryFiles.Reading] = []
    let places = try reader.member("readings")
    for entry in try places.elements() { readings.append(try HistoryFiles.Reading(entry)) }
    guard readings.count <= files else { throw places.fault("there are more readings than files") }
    let omitted = try reader.member("omitted")
    var omittedPartitions = Omission()
    try omittedPartitions.take(try omitted.member("partitions"))
    order = HistoryOrder(segments, readings, omittedPartitions)
    tallies = try TrailTallies(try reader.member("tallies"), files: files)
    try omittedProperties.take(try omitted.member("properties"))
    try keyless.take(try reader.member("keyless"))
  }

  private mutating func takeProperties(_ entry: JSONNode, of number: Int) throws(JSONFault) {
    let properties = try entry.member("properties").strings()
    for (place, name) in properties.enumerated() {
      guard names.number(ofProperty: name, in: number) == place else {
        throw entry.fault("there are too many properties, or one is there twice")
      }
    }
    linkTargets.append(Array(repeating: nil, count: properties.count))
    for (name, target) in try entry.member("links").json.object ?? [:] {
      guard let target = target.string,
        let property = properties.firstIndex(where: { $0.equalsByBytes(name) })
      else { throw entry.fault("there is no such link") }
      linkTargets[number][property] = names.number(ofClass: target)
    }
  }

  private func facts(_ reader: JSONNode) throws(JSONFault) -> FactStore.Part {
    let store = FactStore(bytes: .max)
    for entry in try reader.elements() {
      let className = try entry.member("class")
      let number = try className.count()
      guard number < linkTargets.count else { throw className.fault("there is no such class") }
      let hash = try entry.member("hash").words()
      guard hash.count == 1 else { throw entry.fault("expected one word as the hash") }
      let facts = try entry.member("facts")
      let words = try facts.words()
      try check(words, of: number, facts)
      let key = try entry.member("key").string()
      store.append(to: HistoryKey(className: number, key: hash[0]), key) { $0 += words }
    }
    return store.part
  }

  /// Whether facts are whole, and all that they name is there.
  private func check(
    _ words: [UInt64],
    of className: Int,
    _ reader: JSONNode
  ) throws(JSONFault) {
    let properties = names.propertyNames(of: className).count
    var place = 0
    while place < words.count {
      guard place + HistoryFact.headerWords <= words.count,
        place + HistoryFact.length(at: place, in: words) <= words.count
      else { throw reader.fault("the facts are cut off") }
      let fact = HistoryFact(at: place, in: words)
      guard fact.event.file < names.files.count else {
        throw reader.fault("the number of a file is not in the list of files")
      }
      guard
        (fact.before.lowerBound..<fact.after.upperBound).allSatisfy({
          FactValue(words[$0]).property < properties
        })
      else {
        throw reader.fault("there is no such property")
      }
      place += HistoryFact.length(at: place, in: words)
    }
  }
}

extension HistoryLevel {
  /// The classes that the properties of a class link to.
  fileprivate func links(of className: Int) -> JSONObject {
    var links: JSONObject = [:]
    guard className < linkTargets.count else { return links }
    let properties = names.propertyNames(of: className)
    for (property, target) in linkTargets[className].enumerated() {
      if let target { links[properties[property]] = .string(names.classes[target]) }
    }
    return links
  }
}

extension HistoryFiles.Reading {
  /// Larger numbers are as good as none: sums have room.
  private static let maximumCount = 1 << 40

  fileprivate var partial: JSON {
    [
      "first": first.map(Self.partial) ?? .null, "last": last.map(Self.partial) ?? .null,
      "steps": .array(
        [rises, falls, idRises, idFalls, highest, scopeRises, scopeFalls].map(JSON.count)
      ),
    ]
  }

  private static func partial(_ end: End) -> JSON {
    [
      "time": .int(end.time), "_id": .optional(end.id?.hex), "document": .count(end.number),
    ]
  }

  fileprivate init(_ reader: JSONNode) throws(JSONFault) {
    let steps = try reader.member("steps")
    var counts: [Int] = []
    for step in try steps.elements() { counts.append(try step.count()) }
    guard counts.count == 7, counts.allSatisfy({ $0 <= Self.maximumCount }) else {
      throw steps.fault("expected seven numbers of steps")
    }
    self.init(
      first: try reader.member("first").unlessNull.map(Self.end),
      last: try reader.member("last").unlessNull.map(Self.end),
      (counts[0], counts[1], counts[2], counts[3], counts[4]),
      (counts[5], counts[6])
    )
  }

  private static func end(_ reader: JSONNode) throws(JSONFault) -> End {
    End(
      time: try reader.member("time").integer(),
      id: try reader.member("_id").unlessNull.map(DocumentId.init),
      number: try reader.member("document").count()
    )
  }
}

extension HistoryOrder.Segment {
  fileprivate var partial: JSON {
    [
      "first": first.partial, "second": second.map(\.partial) ?? .null,
      "former": former.map(\.partial) ?? .null, "last": last.partial,
    ]
  }

  fileprivate init(_ reader: JSONNode, files: Int) throws(JSONFault) {
    func neighbour(_ node: JSONNode) throws(JSONFault) -> HistoryOrder.Neighbour {
      try HistoryOrder.Neighbour(node, files: files)
    }
    self.init(
      first: try neighbour(try reader.member("first")),
      last: try neighbour(try reader.member("last")),
      second: try reader.member("second").unlessNull.map(neighbour),
      former: try reader.member("former").unlessNull.map(neighbour)
    )
  }
}

extension HistoryOrder.Neighbour {
  /// The words of a fact without values, which has all of an event, and whether it is of a scope.
  fileprivate var partial: JSON {
    var words: [UInt64] = []
    HistoryFact.append(.read, of: event, to: &words)
    return ["event": .words(words), "scoped": .bool(isScoped)]
  }

  fileprivate init(_ reader: JSONNode, files: Int) throws(JSONFault) {
    let place = try reader.member("event")
    let words = try place.words()
    guard words.count == HistoryFact.headerWords,
      HistoryFact.length(at: 0, in: words) == words.count
    else { throw place.fault("expected an event") }
    event = HistoryFact(at: 0, in: words).event
    guard event.file < files else {
      throw place.fault("the number of a file is not in the list of files")
    }
    isScoped = try reader.member("scoped").bool()
  }
}
