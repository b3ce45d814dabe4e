import JSON
import TrailAnswers
import TrailReading

/// Writes `AuditEvent` resources of FHIR R4 after the patterns of IHE's Basic Audit Log Patterns: one resource for each
/// object, and for each patient whom it is about.
struct AuditEventFormat: ExportFormat {
  private let settings: ExportSettings
  private var mapping: ExportMapping { settings.mapping }

  init(_ settings: ExportSettings) { self.settings = settings }

  func write(_ event: ExportedEvent, _ line: (JSON) -> Void) {
    guard event.event.kind != .custom else { return line(custom(event)) }
    var number = 0
    event.event.forEachAct { act in
      let interaction = Interaction(act.kind)
      let data = entity(of: act)
      let patients = settings.patients(of: act).map { patient($0.class, $0.key) }
      for patient in patients.isEmpty ? [nil] : patients.map(Optional.some) {
        number += 1
        let entities = [patient, data, metadata(of: event)].compactMap(\.self)
        line(resource(event, number, interaction, entities))
      }
    }
  }

  // MARK: Resources

  private func resource(
    _ event: ExportedEvent,
    _ number: Int,
    _ interaction: Interaction,
    _ entities: [JSON]
  ) -> JSON {
    var resource = head(event, number)
    resource["type"] = Self.coding(
      "http://terminology.hl7.org/CodeSystem/audit-event-type",
      "rest",
      "Restful Operation"
    )
    resource["subtype"] = [
      Self.coding("http://hl7.org/fhir/restful-interaction", interaction.code, interaction.code)
    ]
    resource["action"] = .string(interaction.action)
    resource["recorded"] = .string(event.time)
    resource["outcome"] = "0"
    resource["purposeOfEvent"] = purpose(of: event)
    resource["agent"] = .array(
      (user(of: event, interaction.participation).map { [$0] } ?? [])
        + [device(of: event, interaction.client), database(interaction.server)]
    )
    resource["source"] = source(of: event)
    resource["entity"] = .array(entities)
    return .object(resource)
  }

  private func custom(_ event: ExportedEvent) -> JSON {
    var resource = head(event, 1)
    resource["type"] = Self.coding(Self.dicom, "110100", "Application Activity")
    if let type = event.event.document.event.flatMap(FHIRText.string) {
      resource["subtype"] = [["display": .string(type)]]
    }
    resource["action"] = "E"
    resource["recorded"] = .string(event.time)
    resource["purposeOfEvent"] = purpose(of: event)
    let application = Self.concept(Self.dicom, "110150", "Application")
    resource["agent"] = .array(
      (user(of: event, nil).map { [$0] } ?? []) + [device(of: event, application)]
    )
    resource["source"] = source(of: event)
    let entities = [data(of: event), metadata(of: event)].compactMap(\.self)
    if !entities.isEmpty { resource["entity"] = .array(entities) }
    return .object(resource)
  }

  private func head(_ event: ExportedEvent, _ number: Int) -> JSONObject {
    ["resourceType": "AuditEvent", "id": .string(event.lineId(number))]
  }

  private func purpose(of event: ExportedEvent) -> JSON? {
    event.event.document.activity.flatMap(FHIRText.string).map { [["text": .string($0)]] }
  }

  private func source(of event: ExportedEvent) -> JSON {
    var source: JSONObject = [:]
    source["site"] = mapping.site.flatMap(FHIRText.string).map(JSON.string)
    source["observer"] = deviceReference(of: event)
    let kind = "http://terminology.hl7.org/CodeSystem/security-source-type"
    source["type"] = [Self.coding(kind, "1", "User Device")]
    return .object(source)
  }

  // MARK: Agents

  private func user(of event: ExportedEvent, _ participation: JSON?) -> JSON? {
    guard let user = event.user, let id = FHIRText.string(user.id) else { return nil }
    var agent: JSONObject = [:]
    agent["type"] = participation
    agent["role"] = user.role.flatMap(FHIRText.string).map { [["text": .string($0)]] }
    var who: JSONObject = ["identifier": ["value": .string(id)]]
    let name = user.name.flatMap(FHIRText.string).map(JSON.string)
    who["display"] = name
    agent["who"] = .object(who)
    agent["name"] = name
    agent["requestor"] = true
    return .object(agent)
  }

  private func device(of event: ExportedEvent, _ type: JSON) -> JSON {
    ["type": type, "who": deviceReference(of: event), "requestor": false]
  }

  /// The application on the device, which a partition of the event realm stands for.
  private func deviceReference(of event: ExportedEvent) -> JSON {
    var reference: JSONObject = [:]
    if let partition = event.event.document.partition.flatMap(FHIRText.string) {
      reference["identifier"] = ["value": .string(partition)]
    }
    reference["display"] = .string(FHIRText.string(mapping.source) ?? "")
    return .object(reference)
  }

  private func database(_ type: JSON) -> JSON {
    let name = FHIRText.string(mapping.store) ?? ""
    return ["type": type, "who": ["display": .string(name)], "requestor": false]
  }

  // MARK: Entities

  private func entity(of act: ObjectAct) -> JSON {
    var entity: JSONObject = [:]
    entity["what"] = reference(mapping.known(act.name), act.name, act.keyText)
    entity["type"] = Self.entityType("2", "System Object")
    entity["role"] = Self.entityRole("4", "Domain Resource")
    let details = details(of: act)
    if !details.isEmpty { entity["detail"] = .array(details) }
    return .object(entity)
  }

  private func patient(_ known: ExportMapping.Class, _ key: String?) -> JSON {
    [
      "what": reference(known, known.name, key),
      "type": Self.entityType("1", "Person"),
      "role": Self.entityRole("1", "Patient"),
    ]
  }

  private func reference(
    _ known: ExportMapping.Class?,
    _ className: String,
    _ key: String?
  ) -> JSON {
    var reference: JSONObject = [:]
    if let type = known?.resourceType {
      if known?.isLiteral == true, let key, FHIRText.isId(key) {
        reference["reference"] = .string("\(type)/\(key)")
      }
      reference["type"] = .string(type)
    }
    if reference["reference"] == nil, let key = key.flatMap(FHIRText.string) {
      var identifier: JSONObject = [:]
      identifier["system"] = known?.system.map(JSON.string)
      identifier["value"] = .string(key)
      reference["identifier"] = .object(identifier)
    }
    let name = key.map { "\(className)/\($0)" } ?? className
    reference["display"] = FHIRText.string(name).map(JSON.string)
    return .object(reference)
  }

  private func details(of act: ObjectAct) -> [JSON] {
    var details = act.changedProperties.compactMap(FHIRText.string)
      .map { Self.detail("changed", $0) }
    guard settings.includesValues else { return details }
    if let newValue = act.changedValues {
      details.append(Self.detail("oldValue", act.value.text()))
      details.append(Self.detail("newValue", newValue.text()))
    } else {
      details.append(Self.detail("value", act.value.text()))
    }
    return details
  }

  private func data(of event: ExportedEvent) -> JSON? {
    guard settings.includesValues, let data = event.event.data, !data.isEmpty else { return nil }
    return ["type": Self.entityType("4", "Other"), "detail": [Self.detail("data", data)]]
  }

  /// Fields of metadata stand in an entity of their own: no element of an agent is meant for them.
  private func metadata(of event: ExportedEvent) -> JSON? {
    let details = event.metadata.compactMap { field -> JSON? in
      guard let name = FHIRText.string(field.key), !field.value.isEmpty else { return nil }
      return Self.detail(name, field.value)
    }
    guard !details.isEmpty else { return nil }
    return [
      "type": Self.entityType("4", "Other"), "name": "metadata", "detail": .array(details),
    ]
  }
}

// MARK: - Codes

extension AuditEventFormat {
  private static let dicom = "http://dicom.nema.org/resources/ontology/DCM"

  /// What BALP says of each of FHIR's interactions: its codes, and which way the data goes.
  private struct Interaction {
    let code, action: String
    let participation, client, server: JSON

    init(_ kind: ObjectAct.Kind) {
      let source = concept(dicom, "110153", "Source Role ID")
      let destination = concept(dicom, "110152", "Destination Role ID")
      let participations = "http://terminology.hl7.org/CodeSystem/v3-ParticipationType"
      participation =
        kind == .seen
        ? concept(participations, "IRCP", "information recipient")
        : concept(participations, "AUT", "author (originator)")
      switch kind {
      case .seen: (code, action, client, server) = ("read", "R", destination, source)
      case .created: (code, action, client, server) = ("create", "C", source, destination)
      case .changed: (code, action, client, server) = ("update", "U", source, destination)
      case .deleted:
        let custodian = "http://terminology.hl7.org/CodeSystem/provenance-participant-type"
        (code, action) = ("delete", "D")
        client = concept(dicom, "110150", "Application")
        server = concept(custodian, "custodian", "Custodian")
      }
    }
  }

  private static func coding(_ system: String, _ code: String, _ display: String) -> JSON {
    ["system": .string(system), "code": .string(code), "display": .string(display)]
  }

  private static func concept(_ system: String, _ code: String, _ display: String) -> JSON {
    ["coding": [coding(system, code, display)]]
  }

  private static func entityType(_ code: String, _ display: String) -> JSON {
    coding("http://terminology.hl7.org/CodeSystem/audit-entity-type", code, display)
  }

  private static func entityRole(_ code: String, _ display: String) -> JSON {
    coding("http://terminology.hl7.org/CodeSystem/object-role", code, display)
  }

  /// A named value; what a string of FHIR cannot hold as it is, is written in base64.
  private static func detail(_ type: String, _ value: String) -> JSON {
    FHIRText.holds(value)
      ? ["type": .string(type), "valueString": .string(value)]
      : ["type": .string(type), "valueBase64Binary": .string(FHIRText.base64(value))]
  }
}
