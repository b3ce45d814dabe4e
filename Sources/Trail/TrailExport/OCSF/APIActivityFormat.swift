import JSON
import TrailAnswers
import TrailReading

/// Writes events of OCSF's class API Activity (6003): one for each kind of thing that an event did, with its objects as
/// resources.
///
/// The class has the four activities of a trail and, unlike Datastore Activity (6005), a list of what was affected.
struct APIActivityFormat: ExportFormat {
  private static let version = "1.3.0"
  /// An event may mention millions of objects: there is a further line after so many resources.
  private static let resourcesOfLine = 10_000
  private let settings: ExportSettings
  private var mapping: ExportMapping { settings.mapping }

  init(_ settings: ExportSettings) { self.settings = settings }

  func write(_ event: ExportedEvent, _ line: (JSON) -> Void) {
    guard event.event.kind != .custom else { return line(custom(event)) }
    var number = 0
    var resources: [ObjectAct.Kind: [JSON]] = [:]
    func write(_ kind: ObjectAct.Kind) {
      guard let written = resources.removeValue(forKey: kind) else { return }
      number += 1
      var object = head(event, number, Activity(kind))
      object["status_id"] = 1
      object["status"] = "Success"
      object["resources"] = .array(written)
      object["unmapped"] = unmapped(event)
      line(.object(object))
    }
    event.event.forEachAct { act in
      resources[act.kind, default: []] += self.resources(of: act)
      if resources[act.kind]?.count ?? 0 >= Self.resourcesOfLine { write(act.kind) }
    }
    for kind in ObjectAct.Kind.allCases { write(kind) }
  }

  // MARK: Events

  private func custom(_ event: ExportedEvent) -> JSON {
    let type = event.event.document.event.flatMap { $0.isEmpty ? nil : $0 }
    var object = head(event, 1, Activity(id: 99, name: type ?? "Other", caption: "Other"))
    object["unmapped"] = unmapped(event)
    return .object(object)
  }

  private func head(_ event: ExportedEvent, _ number: Int, _ activity: Activity) -> JSONObject {
    var object: JSONObject = [
      "metadata": metadata(event, number), "time": .int(event.milliseconds),
      "time_dt": .string(event.time), "category_uid": 6, "category_name": "Application Activity",
      "class_uid": 6003, "class_name": "API Activity", "activity_id": .int(activity.id),
      "activity_name": .string(activity.name), "type_uid": .int(600_300 + activity.id),
      "type_name": .string("API Activity: \(activity.caption)"), "severity_id": 1,
      "severity": "Informational", "actor": actor(event),
    ]
    let operation = event.event.document.activity.flatMap { $0.isEmpty ? nil : $0 } ?? activity.name
    object["api"] = [
      "operation": .string(operation), "service": ["name": .string(mapping.store)],
    ]
    var endpoint: JSONObject = [:]
    endpoint["uid"] = event.event.document.partition.map(JSON.string)
    endpoint["name"] = .string(mapping.source)
    object["src_endpoint"] = .object(endpoint)
    return object
  }

  private func metadata(_ event: ExportedEvent, _ number: Int) -> JSON {
    var product: JSONObject = [
      "name": .string(mapping.product.name), "vendor_name": .string(mapping.product.vendor),
    ]
    product["version"] = mapping.product.version.map(JSON.string)
    return [
      "version": .string(Self.version), "profiles": ["datetime"], "product": .object(product),
      "uid": .string(event.lineId(number)), "correlation_uid": .string(event.id),
      "log_name": "AuditEvent",
    ]
  }

  private func actor(_ event: ExportedEvent) -> JSON {
    var actor: JSONObject = ["app_name": .string(mapping.source)]
    if let user = event.user {
      var object: JSONObject = ["uid": .string(user.id)]
      object["name"] = user.name.map(JSON.string)
      object["type_id"] = 1
      object["type"] = "User"
      object["groups"] = user.role.map { [["name": .string($0)]] }
      actor["user"] = .object(object)
    }
    return .object(actor)
  }

  /// What no attribute of the class is meant for.
  private func unmapped(_ event: ExportedEvent) -> JSON? {
    var members: JSONObject = [:]
    for field in event.metadata { members[field.key] = .string(field.value) }
    if settings.includesValues { members["data"] = event.event.data.map(JSON.string) }
    return members.isEmpty ? nil : .object(members)
  }

  // MARK: Resources

  /// The object, and the patients whom it links to.
  private func resources(of act: ObjectAct) -> [JSON] {
    let isPatient = mapping.known(act.name)?.isPatient ?? false
    var object = Self.resource(act.name, act.keyText, isPatient: isPatient)
    object["data"] = data(of: act)
    let patients = isPatient ? [] : settings.patients(of: act)
    return [.object(object)]
      + patients.map { .object(Self.resource($0.class.name, $0.key, isPatient: true)) }
  }

  private static func resource(
    _ className: String,
    _ key: String?,
    isPatient: Bool
  ) -> JSONObject {
    var resource: JSONObject = [:]
    resource["uid"] = key.map(JSON.string)
    resource["name"] = .string(key.map { "\(className)/\($0)" } ?? className)
    resource["type"] = .string(className)
    if isPatient { resource["labels"] = ["patient"] }
    return resource
  }

  private func data(of act: ObjectAct) -> JSON? {
    guard let newValue = act.changedValues else {
      // A conditional expression would make null of nil.
      guard settings.includesValues else { return nil }
      return act.value
    }
    var data: JSONObject = ["changed": .array(act.changedProperties.map(JSON.string))]
    if settings.includesValues {
      data["oldValue"] = act.value
      data["newValue"] = newValue
    }
    return .object(data)
  }

  private struct Activity {
    let id: Int64
    let name, caption: String

    init(id: Int64, name: String, caption: String) {
      (self.id, self.name, self.caption) = (id, name, caption)
    }

    init(_ kind: ObjectAct.Kind) {
      let (id, name): (Int64, String) =
        switch kind {
        case .created: (1, "Create")
        case .seen: (2, "Read")
        case .changed: (3, "Update")
        case .deleted: (4, "Delete")
        }
      self.init(id: id, name: name, caption: name)
    }
  }
}
