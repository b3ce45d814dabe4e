import Formats
import JSON

/// The facts of a part of a trail, written down and read again: histories are replayed when all parts are together.
extension HistoryLevel {
  func partial() throws(TrailError) -> JSON {
    var used: Set<UInt64> = []
    var objects: [JSON] = []
    try facts.forEach { object in
      let words = object.places.flatMap { object.words[$0] }
      for range in HistoryFact.ranges(in: words, words.indices) {
        let values = words[range].dropFirst(HistoryFact.headerWords)
        used.formUnion(values.map { $0 & 0xFFFF_FFFF_FFFF })
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
      "partitions": .array(
        order.segments.map { [$0.first.partial, $0.last.partial] }
      ),
      "readings": .array(order.readings.map(\.partial)), "tallies": tallies.partial,
      "omitted": ["properties": omittedProperties.partial, "partitions": order.omitted.partial],
    ]
  }

  mutating func take(_ reader: JSONNode) throws(JSONFault) {
    let files = try numbers(ofFiles: try reader.member("files"))
    // A property has no number if there are too many of its class in all parts together.
    var classes: [(number: Int, properties: [UInt64?])] = []
    for entry in try reader.member("classes").elements() {
      let number = names.number(ofClass: try entry.member("name").string())
      let properties = try entry.member("properties").strings().map {
        names.number(ofProperty: $0, in: number).map { UInt64($0) }
      }
      classes.append((number, properties))
      for (name, target) in try entry.member("links").json.object ?? [:] {
        guard let target = target.string else { throw entry.fault("there is no such link") }
        guard let property = names.number(ofProperty: name, in: number) else { continue }
        note(names.number(ofClass: target), of: property, in: number)
      }
    }
    for entry in try reader.member("objects").elements() {
      let className = try entry.member("class")
      let number = try className.count()
      guard number < classes.count else { throw className.fault("there is no such class") }
      let hash = try entry.member("hash").words()
      guard hash.count == 1 else { throw entry.fault("expected one word as the hash") }
      let facts = try entry.member("facts")
      let words = try renumber(try facts.words(), files, classes[number].properties, facts)
      let object = HistoryKey(className: classes[number].number, key: hash[0])
      let key = try entry.member("key").string()
      self.facts.append(to: object, key) { $0 += words }
    }
    for entry in try reader.member("texts").elements() {
      let pair = try entry.elements()
      guard pair.count == 2, let hash = try pair[0].words().first else {
        throw entry.fault("expected a value and its text")
      }
      names.texts.note(try pair[1].string(), as: hash)
    }
    for entry in try reader.member("partitions").elements() {
      let ends = try entry.elements()
      guard ends.count == 2 else { throw entry.fault("expected two events") }
      order.take(
        HistoryOrder.Segment(
          first: try HistoryOrder.Neighbour(ends[0], files),
          last: try HistoryOrder.Neighbour(ends[1], files)
        ),
        names.files
      )
    }
    let readings = try reader.member("readings").elements()
    guard readings.count <= files.count else {
      throw reader.fault("there are more readings than files")
    }
    for (index, reading) in readings.enumerated() {
      order.take(try HistoryFiles.Reading(reading), of: files[index])
    }
    try tallies.take(try reader.member("tallies"), files, names.files)
    let omitted = try reader.member("omitted")
    try omittedProperties.take(try omitted.member("properties"))
    try order.omitted.take(try omitted.member("partitions"))
  }

  /// Checks facts, and gives their files and properties the numbers they have here.
  private mutating func renumber(
    _ words: [UInt64],
    _ files: [Int],
    _ properties: [UInt64?],
    _ reader: JSONNode
  ) throws(JSONFault) -> [UInt64] {
    var renumbered: [UInt64] = []
    renumbered.reserveCapacity(words.count)
    var place = 0
    while place < words.count {
      guard place + HistoryFact.headerWords <= words.count,
        place + HistoryFact.length(at: place, in: words) <= words.count
      else { throw reader.fault("the facts are cut off") }
      let fact = HistoryFact(at: place, in: words)
      guard fact.event.file < files.count else { throw reader.fault("there is no such file") }
      var event = fact.event
      event.file = files[event.file]
      let before = try renumber(words[fact.before], of: event, properties, reader)
      let after = try renumber(words[fact.after], of: event, properties, reader)
      HistoryFact.append(fact.kind, of: event, to: &renumbered) {
        $0 += before
      } after: {
        $0 += after
      }
      place += HistoryFact.length(at: place, in: words)
    }
    return renumbered
  }

  private mutating func renumber(
    _ values: ArraySlice<UInt64>,
    of event: HistoryEvent,
    _ properties: [UInt64?],
    _ reader: JSONNode
  ) throws(JSONFault) -> [UInt64] {
    var renumbered: [UInt64] = []
    for value in values {
      guard Int(value >> 48) < properties.count else {
        throw reader.fault("there is no such property")
      }
      if let property = properties[Int(value >> 48)] {
        renumbered.append(value & 0xFFFF_FFFF_FFFF | property << 48)
      } else {
        let position = TrailPosition(file: names.files[event.file], line: event.line)
        omittedProperties.note(at: position, id: event.id?.hex)
      }
    }
    return renumbered
  }

  private mutating func numbers(ofFiles reader: JSONNode) throws(JSONFault) -> [Int] {
    let files = try reader.strings()
    guard names.files.count + files.count <= HistoryFact.maximumFiles else {
      throw reader.fault("there are more than \(HistoryFact.maximumFiles) files")
    }
    return files.map { names.number(ofFile: $0) }
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
  fileprivate var partial: JSON {
    [
      "start": .int(start), "newestFirst": .bool(isNewestFirst),
      "keepsInstants": .bool(keepsInstants),
    ]
  }

  fileprivate init(_ reader: JSONNode) throws(JSONFault) {
    self.init(
      start: try reader.member("start").integer(),
      isNewestFirst: try reader.member("newestFirst").bool(),
      keepsInstants: try reader.member("keepsInstants").bool()
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

  fileprivate init(_ reader: JSONNode, _ files: [Int]) throws(JSONFault) {
    let place = try reader.member("event")
    let words = try place.words()
    guard words.count == HistoryFact.headerWords,
      HistoryFact.length(at: 0, in: words) == words.count
    else { throw place.fault("expected an event") }
    event = HistoryFact(at: 0, in: words).event
    guard event.file < files.count else { throw place.fault("there is no such file") }
    event.file = files[event.file]
    isScoped = try reader.member("scoped").bool()
  }
}
