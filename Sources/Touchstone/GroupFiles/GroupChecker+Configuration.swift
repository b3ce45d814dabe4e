import JSON

extension GroupChecker {
  /// Checks a configuration as a case or a group states it.
  mutating func checkConfiguration(_ json: JSON, at path: JSONPath) {
    var keys = ["sync", "partitionValue", "events", "representations"]
    if conformanceClass == .flexibleSync { keys.append("flexibleSync") }
    if conformanceClass == .eventRealm { keys.append("server") }
    guard let configuration = object(json, at: path, KeyRules(of: "a configuration", keys)) else {
      return
    }
    _ = word("sync", of: configuration, at: path, among: ["partition", "flexible", "none"])
    if let value = configuration["partitionValue"] {
      checkPartitionValue(value, at: path.appending("partitionValue"))
    }
    if let events = configuration["events"], !events.isNull {
      var unused = Handles()
      checkEvents(events, at: path.appending("events"), &unused)
    }
    if let server = configuration["server"] { checkServer(server, at: path.appending("server")) }
    if let representations = configuration["representations"] {
      checkRepresentations(representations, at: path.appending("representations"))
    }
    if let flexibleSync = configuration["flexibleSync"] {
      checkFlexibleSync(flexibleSync, at: path.appending("flexibleSync"))
    }
  }

  /// Metadata is an object of strings, or pairs where a case needs a key twice.
  mutating func checkMetadata(_ json: JSON, at path: JSONPath) {
    switch json {
    case .object(let members):
      for (key, value) in members where value.string == nil {
        fault(path.appending(key), "a metadata value must be a string, not \(value.kindName)")
      }
    case .array(let pairs):
      for (index, pair) in pairs.enumerated()
      where pair.array?.count != 2 || pair[0]?.string == nil || pair[1]?.string == nil {
        fault(path.appending(index), "metadata in an array must be pairs of two strings")
      }
    default:
      fault(path, "\"metadata\" must be an object of strings, or an array of pairs of strings")
    }
  }

  private mutating func checkPartitionValue(_ json: JSON, at path: JSONPath) {
    switch json {
    case .null, .string, .int: return
    case .object(let members)
    where members.count == 1 && ["$oid", "$uuid"].contains(members.keys[0]):
      checkExtended(members, at: path)
    default: fault(path, "a partition value is a string, an integer, an objectId, a uuid or null")
    }
  }

  /// Checks an event configuration, whole or as a restart changes it, and notes what it needs.
  mutating func checkEvents(_ json: JSON, at path: JSONPath, _ handles: inout Handles) {
    var keys = ["metadata", "partitionPrefix", "syncUser", "maxPartitionBytes", "errorHandler"]
    if conformanceClass == .eventRealm { keys.append("app") }
    let rules = KeyRules(of: "an event configuration", keys)
    guard let events = object(json, at: path, rules) else { return }
    if let metadata = events["metadata"] { checkMetadata(metadata, at: path.appending("metadata")) }
    _ = string("partitionPrefix", of: events, at: path)
    _ = string("syncUser", of: events, at: path)
    _ = string("app", of: events, at: path)
    noteNeeds(ofEvents: json, in: &handles)
    if let bytes = events["maxPartitionBytes"], bytes.int ?? 0 <= 0 {
      fault(path.appending("maxPartitionBytes"), "\"maxPartitionBytes\" must be an integer above 0")
    }
    if let handler = events["errorHandler"], handler.bool == nil {
      fault(path.appending("errorHandler"), "\"errorHandler\" must be true or false")
    }
  }

  /// Notes what an event configuration needs.
  func noteNeeds(ofEvents events: JSON?, in handles: inout Handles) {
    if conformanceClass == .eventRealm, events?["maxPartitionBytes"] != nil {
      note(need: .rotation, because: "the key \"maxPartitionBytes\"", in: &handles)
    }
  }

  private mutating func checkServer(_ json: JSON, at path: JSONPath) {
    let rules = KeyRules(of: "\"server\"", ["developmentMode", "metadataFields"])
    guard let server = object(json, at: path, rules) else { return }
    if let mode = server["developmentMode"], mode.bool == nil {
      fault(path.appending("developmentMode"), "\"developmentMode\" must be true or false")
    }
    if let fields = server["metadataFields"],
      fields.array?.allSatisfy({ $0.string != nil }) != true
    {
      fault(path.appending("metadataFields"), "\"metadataFields\" must be an array of strings")
    }
  }

  private mutating func checkRepresentations(_ json: JSON, at path: JSONPath) {
    guard let classes = json.object else {
      return fault(path, "\"representations\" must be an object of classes, not \(json.kindName)")
    }
    for (className, value) in classes {
      let path = path.appending(className)
      if schema.classes[className] == nil {
        let hint = NearNames.hint(for: className, among: schema.classes.keys.sorted())
        fault(path, "\(className.quoted) is no class of the schema\(hint)")
      }
      guard let entries = value.array, !entries.isEmpty else {
        fault(path, "the representations of a class must be an array with an entry at least")
        continue
      }
      for (index, entry) in entries.enumerated() {
        checkRepresentation(entry, of: className, at: path.appending(index))
      }
    }
  }

  private mutating func checkRepresentation(_ json: JSON, of className: String, at path: JSONPath) {
    guard
      let entry = object(
        json,
        at: path,
        KeyRules(of: "a representation", ["when", "text", "throws"])
      )
    else { return }
    if let filter = entry["when"] {
      checkFilter(filter, of: className, at: path.appending("when"), names: nil)
    }
    let text = string("text", of: entry, at: path)
    _ = string("throws", of: entry, at: path)
    if (entry["text"] == nil) == (entry["throws"] == nil) {
      fault(path, "a representation has either \"text\" or \"throws\"")
    }
    guard let properties = schema.classes[className]?.properties else { return }
    for name in placeholders(in: text ?? "") where properties[name] == nil {
      let hint = NearNames.hint(for: name, among: properties.keys.sorted())
      fault(path.appending("text"), "\(name.quoted) is no property of \(className)\(hint)")
    }
  }

  /// The names in `${name}`.
  private func placeholders(in text: String) -> [String] {
    text.matches(of: #/\$\{([^}]*)\}/#).map { String($0.output.1) }
  }

  private mutating func checkFlexibleSync(_ json: JSON, at path: JSONPath) {
    let rules = KeyRules(
      of: "\"flexibleSync\"",
      ["user", "queryableFields", "role", "subscriptions"]
    )
    guard let settings = object(json, at: path, rules) else { return }
    _ = string("user", of: settings, at: path)
    if let fields = settings["queryableFields"],
      fields.array?.allSatisfy({ $0.string != nil }) != true
    {
      fault(path.appending("queryableFields"), "\"queryableFields\" must be an array of strings")
    }
    if let role = settings["role"], role.object == nil {
      fault(path.appending("role"), "\"role\" must be an object, not \(role.kindName)")
    }
    guard let subscriptions = settings["subscriptions"] else { return }
    let place = path.appending("subscriptions")
    guard let elements = subscriptions.array else {
      return fault(place, "\"subscriptions\" must be an array, not \(subscriptions.kindName)")
    }
    for (index, element) in elements.enumerated() {
      checkSubscription(element, at: place.appending(index))
    }
  }

  private mutating func checkSubscription(_ json: JSON, at path: JSONPath) {
    let rules = KeyRules(of: "a subscription", ["name", "type", "where"], required: ["type"])
    guard let subscription = object(json, at: path, rules) else { return }
    _ = string("name", of: subscription, at: path)
    let className = string("type", of: subscription, at: path)
    if let className, schema.classes[className] == nil {
      fault(path.appending("type"), "\(className.quoted) is no class of the schema")
    }
    if let filter = subscription["where"] {
      checkFilter(filter, of: className, at: path.appending("where"), names: nil)
    }
  }
}
