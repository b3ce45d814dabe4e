import JSON
import ReferenceRealm
import Touchstone

/// Rewrites the payloads of a trail, with the schema at hand: what every violator of serialization is made of.
///
/// Custom events are left alone, and so are objects whose class represents them by a text of its own, except in
/// `event` and `payload`.
struct PayloadRewriter {
  /// The part of a payload that an object stands in.
  enum Part {
    case read, insertion, deletion, oldValue, newValue
  }

  /// Where a value stands.
  struct Place {
    let className: String
    let property: String
    let type: PropertyType
    let part: Part
  }

  let schema: CaseSchema
  /// Replaces the value of a property, whose embedded and expanded objects are rewritten already; nil leaves it out.
  var value: (Place, JSON) -> JSON? = { $1 }
  /// Replaces an object whose values are rewritten already, wherever it stands; only `newValue` is not complete.
  var object: (_ className: String, Part, JSONObject) -> JSONObject = { $2 }
  /// Replaces a modification, whose members are rewritten already; nil leaves it out.
  var modification: (_ className: String, JSONObject) -> JSONObject? = { $1 }
  /// Replaces the entry of a class in a write event; nil leaves it out.
  var entry: (_ className: String, JSONObject) -> JSONObject? = { $1 }
  /// Replaces the payload as a whole; nil drops the event.
  var payload: (_ event: String, JSON) -> JSON? = { $1 }

  init(_ program: CaseProgram) { schema = CaseSchema(program) }

  /// The answer with every payload rewritten.
  func rewrite(_ result: CaseResult, of program: CaseProgram) -> CaseResult {
    result.flatMapRecorded(program) { event, text in
      guard let kind = event["event"]?.string, let json = try? JSON(parsing: text) else {
        return [event]
      }
      let rewritten = kind == "read" ? read(json) : write(json)
      // An event without classes in it is gone, unless it was so before.
      if kind == "write", rewritten.object?.isEmpty == true, json.object?.isEmpty == false {
        return []
      }
      guard let replacement = payload(kind, rewritten) else { return [] }
      return [event.mapObject { $0["data"] = .string(replacement.text()) }]
    }
  }

  private func read(_ payload: JSON) -> JSON {
    guard let name = payload["type"]?.string else { return payload }
    return payload.mapObject { members in
      members["value"] = members["value"]?.mapArray { $0.map { rewrite($0, of: name, .read) } }
    }
  }

  private func write(_ payload: JSON) -> JSON {
    payload.mapObject { members in
      for (name, var lists) in members.map({ ($0.key, $0.value.object ?? [:]) }) {
        lists["insertions"] = lists["insertions"]?.mapArray {
          $0.map { rewrite($0, of: name, .insertion) }
        }
        lists["deletions"] = lists["deletions"]?.mapArray {
          $0.map { rewrite($0, of: name, .deletion) }
        }
        if let modifications = lists["modifications"]?.array {
          let remaining = modifications.compactMap { modification($0, of: name) }
          lists["modifications"] = remaining.isEmpty ? nil : .array(remaining)
        }
        members[name] = (lists.isEmpty ? nil : entry(name, lists)).map(JSON.object)
      }
    }
  }

  private func modification(_ json: JSON, of name: String) -> JSON? {
    guard case .object(var members) = json else { return json }
    members["oldValue"] = members["oldValue"].map { rewrite($0, of: name, .oldValue) }
    members["newValue"] = members["newValue"].map { rewrite($0, of: name, .newValue) }
    return modification(name, members).map(JSON.object)
  }

  private func rewrite(_ json: JSON, of name: String, _ part: Part) -> JSON {
    guard let definition = schema[name], !definition.isRepresented, let members = json.object else {
      return json
    }
    var rewritten = JSONObject()
    for (property, content) in members {
      guard let type = definition.type(of: property) else {
        rewritten[property] = content
        continue
      }
      let place = Place(className: name, property: property, type: type, part: part)
      rewritten[property] = value(place, nested(content, type, part))
    }
    return .object(object(name, part, rewritten))
  }

  /// The value with the objects in it rewritten.
  private func nested(_ json: JSON, _ type: PropertyType, _ part: Part) -> JSON {
    guard let target = schema.target(of: type) else { return json }
    // What stands within `newValue` is complete.
    let part = part == .newValue ? Part.insertion : part
    switch (type.shape, json) {
    case (.single, .object): return rewrite(json, of: target, part)
    case (.list, .array(let elements)), (.set, .array(let elements)):
      return .array(elements.map { $0.object == nil ? $0 : rewrite($0, of: target, part) })
    case (.dictionary, .object(let entries)):
      return .object(
        entries.mapValues { $0.object == nil ? $0 : rewrite($0, of: target, part) }
      )
    default: return json
    }
  }
}
