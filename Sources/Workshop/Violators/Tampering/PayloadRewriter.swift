import Formats
import JSON
import Touchstone

/// Rewrites the payloads of a trail, with the schema at hand: what every violator of serialization is made of.
///
/// Custom events are left alone, and so are objects whose class represents them by a text of its own, except in
/// `entry` and `payload`.
struct PayloadRewriter {
  /// The part of a payload that an object stands in.
  enum Part {
    case read, insertion, deletion, oldValue, newValue
  }

  let program: CaseProgram
  /// Replaces the value of a property, whose embedded and expanded objects are rewritten already; nil leaves it out.
  var value: (PayloadPlace, JSON) -> JSON? = { $1 }
  /// Changes an object whose values are rewritten already, wherever it stands; only `newValue` is not complete.
  var object: (inout JSONObject, Part, PayloadClass) -> Void = { _, _, _ in }
  /// Changes a modification, whose members are rewritten already; one without members is left out.
  var modification: (inout JSONObject, PayloadClass) -> Void = { _, _ in }
  /// Changes the entry of a class in a write event; one without members is left out.
  var entry: (inout JSONObject, PayloadClass) -> Void = { _, _ in }
  /// Replaces the payload as a whole.
  var payload: (_ event: String, JSON) -> JSON = { $1 }

  init(_ program: CaseProgram) { self.program = program }

  /// The answer with every payload rewritten.
  func rewrite(_ result: CaseResult) -> CaseResult {
    result.flatMapRecorded(program) { event, text in
      guard let kind = event["event"]?.string, let json = try? JSON(parsing: text) else {
        return [event]
      }
      let rewritten = kind == "read" ? read(json) : write(json)
      // An event without classes in it is gone, unless it was so before.
      if kind == "write", rewritten == [:], json != [:] { return [] }
      return [event.with("data", .string(payload(kind, rewritten).text()))]
    }
  }

  private func read(_ payload: JSON) -> JSON {
    guard let name = payload["type"]?.string else { return payload }
    return payload.mapObject { members in
      members["value"] = members["value"]?.mapElements { rewrite($0, of: name, .read, []) }
    }
  }

  private func write(_ payload: JSON) -> JSON {
    payload.mapObject { members in
      for (name, var lists) in members.map({ ($0.key, $0.value.object ?? [:]) }) {
        for (list, part) in [("insertions", Part.insertion), ("deletions", .deletion)] {
          lists[list] = lists[list]?.mapElements { rewrite($0, of: name, part, []) }
        }
        let listed = lists["modifications"]?.array?.compactMap { modification($0, of: name) }
        lists["modifications"] = listed.flatMap { $0.isEmpty ? nil : .array($0) }
        if let owner = PayloadClass(name, program) { entry(&lists, owner) }
        members[name] = lists.isEmpty ? nil : .object(lists)
      }
    }
  }

  private func modification(_ json: JSON, of name: String) -> JSON? {
    guard case .object(var members) = json, let owner = PayloadClass(name, program) else {
      return json
    }
    members["oldValue"] = members["oldValue"].map { rewrite($0, of: name, .oldValue, []) }
    members["newValue"] = members["newValue"].map { rewrite($0, of: name, .newValue, []) }
    modification(&members, owner)
    return members.isEmpty ? nil : .object(members)
  }

  private func rewrite(_ json: JSON, of name: String, _ part: Part, _ path: [JSON]) -> JSON {
    guard let owner = PayloadClass(name, program), !owner.isRepresented,
      let members = json.object
    else { return json }
    let key = owner.primaryKey.flatMap { members[$0] } ?? .null
    let path = path + [[.string(name), key]]
    var rewritten = JSONObject()
    for (property, content) in members {
      guard let type = owner.type(of: property) else {
        rewritten[property] = content
        continue
      }
      let place = PayloadPlace(owner: owner, property: property, type: type, part: part, path: path)
      rewritten[property] = value(place, nested(content, place))
    }
    object(&rewritten, part, owner)
    return .object(rewritten)
  }

  /// The value with the objects in it rewritten.
  private func nested(_ json: JSON, _ place: PayloadPlace) -> JSON {
    guard let target = place.target?.name else { return json }
    // What stands within `newValue` is complete.
    let part = place.part == .newValue ? Part.insertion : place.part
    return place.mapElements(json) { rewrite($0, of: target, part, place.path) }
  }
}

/// A class of a program, as far as payloads depend on it.
struct PayloadClass {
  let program: CaseProgram
  private let definition: ProgramSchema.Class

  init?(_ name: String, _ program: CaseProgram) {
    guard let definition = program.schema[name] else { return nil }
    self.program = program
    self.definition = definition
  }

  var name: String { definition.name }
  var isEmbedded: Bool { definition.isEmbedded }
  var primaryKey: String? { definition.primaryKey }
  var properties: [ProgramSchema.Property] { definition.properties }
  /// Whether objects of it may be written as any text.
  var isRepresented: Bool { program.configuration["representations"]?[name] != nil }

  func type(of property: String) -> PropertyType? { definition.type(of: property) }

  /// The class that a property links to or embeds; nil for plain values.
  func target(of property: String) -> ProgramSchema.Class? {
    type(of: property)?.className.flatMap { program.schema[$0] }
  }

  /// The class that a property links to; nil for plain values and embedded objects.
  func linkTarget(of property: String) -> ProgramSchema.Class? {
    target(of: property).flatMap { $0.isEmbedded ? nil : $0 }
  }
}

/// Where a value stands in a payload.
struct PayloadPlace {
  let owner: PayloadClass
  let property: String
  let type: PropertyType
  let part: PayloadRewriter.Part
  /// Class and primary key of the objects that it stands in, outermost first.
  let path: [JSON]

  var target: ProgramSchema.Class? { owner.target(of: property) }
  var linkTarget: ProgramSchema.Class? { owner.linkTarget(of: property) }
  var isSingle: Bool { type.shape == .single }
  /// Whether it is an embedded object.
  var isEmbedded: Bool { isSingle && target?.isEmbedded == true }
  /// Whether it is one mixed value.
  var isMixed: Bool { isSingle && type.scalar == .mixed }

  /// The value with its elements replaced, or if it is not a collection itself.
  func mapElements(_ json: JSON, _ replace: (JSON) -> JSON) -> JSON {
    switch (type.shape, json) {
    case (.list, .array(let elements)), (.set, .array(let elements)):
      .array(elements.map(replace))
    case (.dictionary, .object(let entries)): .object(entries.mapValues(replace))
    default: replace(json)
    }
  }
}
