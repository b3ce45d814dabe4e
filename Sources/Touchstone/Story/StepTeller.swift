import JSON

/// Tells steps in the words of the Event Library's own samples.
enum StepTeller {
  /// The lines of some steps, safe to print.
  static func lines(of steps: [JSON]) -> [String] {
    steps.flatMap { lines(of: $0, indentation: 0) }.map(terminalSafe)
  }

  private static func lines(of step: JSON, indentation: Int) -> [String] {
    let margin = String(repeating: "  ", count: indentation)
    if let loop = Repetition(step), case .value(let repeated) = loop.content {
      let body = lines(of: repeated, indentation: indentation + 1)
      return [margin + "for index in 0..<\(loop.times) {"] + body + [margin + "}"]
    }
    let comment = comment(on: step)
    guard step["do"]?.string == "write" else {
      return [margin + Sentence(step).text + comment]
    }
    var nested = (step["steps"]?.array ?? []).flatMap {
      self.lines(of: $0, indentation: indentation + 1)
    }
    if step["cancel"]?.bool == true { nested.append(margin + "  realm.cancelWrite()") }
    if nested.isEmpty { return [margin + "try realm.write {}" + comment] }
    return [margin + "try realm.write {" + comment] + nested + [margin + "}"]
  }

  /// What is expected of a step, as a comment.
  private static func comment(on step: JSON) -> String {
    if let expected = step["returns"] { return "  // returns " + Layout.line(of: expected) }
    if let failure = step["fails"] { return "  // fails: " + self.failure(failure) }
    return ""
  }

  /// A code, and what is said of the message.
  static func failure(_ json: JSON) -> String {
    guard let code = json["code"]?.string else { return json.string ?? json.text() }
    return code + (json["message"].map { ", message " + Layout.line(of: $0) } ?? "")
  }
}

/// One step on one line.
private struct Sentence {
  private let step: JSON

  init(_ step: JSON) { self.step = step }

  var text: String {
    let call = call ?? Layout.line(of: step)
    return step["as"].map { "let \(name($0)) = \(call)" } ?? call
  }

  private var call: String? {
    switch step["do"]?.string ?? "" {
    case "create": "realm.create(\(word("type")), value: \(value("value")))"
    case "set": "\(member) = \(value("value"))"
    case "add": "\(member).add(\(value("value")))"
    case "put": "\(member)[\(place)] = \(value("value"))"
    case "remove":
      if step["at"] != nil {
        "\(member).remove(at: \(place))"
      } else if step["key"] != nil {
        "\(member).removeValue(forKey: \(place))"
      } else {
        "\(member).remove(\(value("value")))"
      }
    case "clear": "\(member).removeAll()"
    case "delete": "realm.delete(\(word("object")))"
    case "deleteAll": "realm.deleteAll(\(word("type")))"
    case "get": "realm.object(ofType: \(word("type")), forPrimaryKey: \(value("key")))"
    case "query": query
    case "all": "realm.objects(\(word("type")))"
    case "collection", "follow", "value": member
    case "count": "\(word("of")).count"
    case "element": "\(word("of"))[\(place)]"
    default: recordingCall
    }
  }

  private var recordingCall: String? {
    switch step["do"]?.string ?? "" {
    case "beginScope": "events.beginScope(activity: \(value("activity")))"
    case "commitScope": "\(word("scope")).commit()"
    case "cancelScope": "\(word("scope")).cancel()"
    case "isActive": "\(word("scope")).isActive"
    case "dropScope": "\(word("scope")) = nil"
    case "recordEvent": "events.recordEvent(\(arguments("activity", "eventType", "data")))"
    case "updateMetadata": "events.updateMetadata(\(value("metadata")))"
    case "events": "events.persisted()"
    case "auditEventSchema": "events.schema()"
    case "setClock": "clock.now = \(value("to"))"
    case "advanceClock": "clock.advance(milliseconds: \(value("milliseconds")))"
    default: eventRealmCall
    }
  }

  private var eventRealmCall: String? {
    switch step["do"]?.string ?? "" {
    case "goOffline": "device.goOffline()"
    case "goOnline": "device.goOnline()"
    case "failUploads": "connection.breaks(after: \(value("after")))"
    case "waitForUploads": "try events.waitForUploads()"
    case "partitions": "events.partitions"
    case "restart":
      step["events"] == nil ? "process.restart()" : "process.restart(events: \(value("events")))"
    case "serverEvents": "server.auditEvents"
    case "serverSchema": "server.auditEventSchema"
    case "changeOnServer":
      "server.auditEvents.where(activity: \(value("activity")))"
        + (step["set"] == nil ? ".delete()" : ".set(\(value("set")))")
    case "logOut": "\(user).logOut()"
    case "logIn": "\(user).logIn()"
    case "removeUser": "\(user).remove()"
    case "errors": "errorHandler.codes"
    case "synchronize": "realm.synchronize()"
    case "clientLog": "client.log"
    case "serverLog": "server.log"
    case "errorOutput": "errorHandler.output"
    default: nil
    }
  }

  private var user: String { step["user"] == nil ? "user" : "user(\(value("user")))" }

  private var query: String {
    let source = step["in"].map(name) ?? "realm.objects(\(word("type")))"
    let filter = step["where"].map { ".where(\(literal($0)))" } ?? ""
    let order = step["sort"].map { ".sorted(by: \(literal($0)))" } ?? ""
    return source + filter + order + ".evaluated()"
  }

  private var member: String { "\(word("object")).\(word("property"))" }
  private var place: String { value(step["at"] != nil ? "at" : "key") }

  private func word(_ key: String) -> String { step[key].map(name) ?? "?" }
  private func value(_ key: String) -> String { step[key].map(literal) ?? "?" }

  private func arguments(_ names: String...) -> String {
    names.compactMap { name in step[name].map { "\(name): \(literal($0))" } }.joined(
      separator: ", "
    )
  }
}

/// A name, which has the index of a repetition in brackets.
private func name(_ json: JSON) -> String {
  let repeated = json[Repetition.indexKey]?.string
  return json.string ?? repeated?.replacing(String(Repetition.indexMark), with: "[index]") ?? "?"
}

/// A value of a step: links by their name, and the wrappers of Extended JSON as calls.
private func literal(_ json: JSON) -> String {
  switch json {
  case .null: return "nil"
  case .array(let elements): return "[" + elements.map(literal).joined(separator: ", ") + "]"
  case .object(let members):
    if members.count == 1, let text = wrapped(members.keys[0], members[0].value) { return text }
    let parts = members.map { JSON.string($0.key).text() + ": " + literal($0.value) }
    return "{" + parts.joined(separator: ", ") + "}"
  default: return json.text()
  }
}

private func wrapped(_ key: String, _ value: JSON) -> String? {
  switch key {
  case "$ref": name(value)
  case Repetition.indexKey: index(value)
  case Repetition.key: repeated([key: value])
  case "$oid": "ObjectId(\(value))"
  case "$uuid": "UUID(\(value))"
  case "$date":
    "Date(\(value["$numberLong"]?.string.map { "milliseconds: " + $0 } ?? value.text()))"
  case "$numberDecimal": "Decimal128(\(value))"
  case "$numberDouble": "Double(\(value))"
  case "$numberLong": value.string
  case "$binary": "Data(base64: \(value["base64"] ?? .null))"
  default: nil
  }
}

/// The index of a repetition, moved by a number or within a text.
private func index(_ form: JSON) -> String? {
  switch form {
  case .int(0): "index"
  case .int(let offset): offset < 0 ? "index - \(offset.magnitude)" : "index + \(offset)"
  case .string(let text):
    JSON.string(text).text().replacing(String(Repetition.indexMark), with: "\\(index)")
  default: nil
  }
}

/// A text, or elements, that stand there many times.
private func repeated(_ json: JSON) -> String? {
  guard let repetition = Repetition(json) else { return nil }
  switch repetition.content {
  case .text(let text):
    return "String(repeating: \(JSON.string(text).text()), count: \(repetition.times))"
  case .value(let value):
    return "(0..<\(repetition.times)).map { index in \(literal(value)) }"
  }
}
