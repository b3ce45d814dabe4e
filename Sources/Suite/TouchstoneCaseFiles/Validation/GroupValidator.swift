import Formats
package import JSON
package import Touchstone

/// Finds whatever in one group file is not exactly as the table of the language says; each fault has its place.
///
/// What a form means in its case (that a name is bound, that a class has a property) is checked in a file for each
/// concern.
package struct GroupValidator {
  /// The requirements that cases may name.
  let requirements: [String]
  var faults = FaultList()
  /// The class of the group that is being read.
  var conformanceClass = ConformanceClass.recording
  /// The classes of the group that is being read, or of the realm that a step is in.
  var schema: ProgramSchema {
    get { walk.place.schema }
    set { walk.place.schema = newValue }
  }
  /// The configuration of the group, which its cases change.
  var configuration: JSON?
  /// The realms of the case that is being read.
  var realms = [FlexibleSync.onlyRealm]
  /// The devices of that case.
  var devices = [FlexibleSync.onlyRealm]
  /// The requirements of that case.
  var shown: [String] = []
  /// The ids of the cases so far.
  var ids: Set<String> = []
  /// The names that are bound at the place that is being checked.
  var walk = ProgramWalk([:], nil)
  /// Whether a `setClock` came before.
  var clockIsSet = false
  /// The optional features that the steps so far need, each with the reason.
  var needs: [Feature: String] = [:]

  init(requirements: Set<String> = []) { self.requirements = requirements.sorted() }

  /// What is wrong with the form of a file of another kind.
  package static func faults(in json: JSON, as table: KeyTable) -> FaultList {
    var validator = GroupValidator()
    validator.check(json, as: table, in: Surroundings(path: JSONPath()))
    return validator.faults
  }

  /// What is wrong with a group file whose cases name these requirements.
  package static func faults(inGroup json: JSON, requirements: Set<String>) -> FaultList {
    GroupValidator(requirements: requirements).faults(inGroup: json)
  }

  /// What is wrong with a group file.
  func faults(inGroup json: JSON) -> FaultList {
    var validator = self
    validator.check(json)
    return validator.faults
  }

  /// The optional features that the one case of a group file uses, besides those of its types.
  package static func needs(ofGroup json: JSON) -> Set<Feature> {
    var validator = GroupValidator()
    validator.check(json)
    return Set(validator.needs.keys)
  }

  mutating func fault(_ path: JSONPath, _ message: String) { faults.add(path, message) }

  /// Checks a whole file.
  mutating func check(_ json: JSON) {
    checkRepetitions(in: json)
    guard faults.isEmpty else { return }
    conformanceClass = json[.conformanceClass].flatMap(ConformanceClass.init) ?? .recording
    configuration = json[.configuration]
    enterFirstRealm(of: configuration)
    check(Repetition.textsSaidOnce(json), as: .group, in: Surroundings(path: JSONPath()))
  }

  /// Checks an object with the keys of a table, and what stands under each.
  mutating func check(_ json: JSON, as table: KeyTable, in place: Surroundings) {
    let table = table.known(to: conformanceClass)
    guard let object = members(of: json, as: table, at: place.path) else { return }
    for entry in table.entries {
      guard let value = object[entry.name] else { continue }
      check(value, as: entry.form, named: entry.name, in: place.entering(entry.name))
    }
  }

  /// Checks a value of a form, and notes what it binds and needs.
  mutating func check(_ json: JSON, as form: Form, named name: String, in place: Surroundings) {
    guard form.accepts(json) else {
      let found = form.phrase.hasPrefix(json.kindName) ? "" : ", not \(json.kindName)"
      return fault(place.path, "\(form.owner ?? name.quoted) must be \(form.phrase)\(found)")
    }
    switch form {
    case .flag, .integer, .natural, .positive, .string, .strings, .anyObject, .anything, .text,
      .textOrNull, .content, .sourceKey, .caseNames, .settings, .propertyTypes, .because:
      break
    case .word(let words):
      check(json.string ?? "", isOneOf: words, "a value of \(name.quoted)", at: place.path)
    case .words(let words):
      checkWords(json, named: name, at: place.path, areOf: words, "a value of \(name.quoted)")
    case .sentence: checkSentence(json.string ?? "", named: name, at: place.path)
    case .caseTitle: checkTitle(json.string ?? "", named: name, at: place.path)
    case .id: checkId(json.string ?? "", at: place.path)
    case .requirements:
      let what = "a requirement of the specification"
      checkWords(json, named: name, at: place.path, areOf: requirements, what)
    case .errorCode:
      for code in ErrorCode.choice(in: json) ?? [json.string ?? ""] {
        checkCode(code, at: place.path)
      }
    case .value: checkAssigned(json, in: place)
    case .members: checkMembers(json, in: place)
    case .partitionValue: checkPartitionValue(json, at: place.path)
    case .date: checkValue(json, in: place)
    case .filter: checkFilter(json, in: place)
    case .sort: checkSort(json, of: place.fieldOwner, at: place.path)
    case .metadata: checkMetadata(json, in: place)
    case .fields: checkMembers(of: json, as: .string, in: place)
    case .named(let table):
      for (name, member) in json.object ?? [:] {
        check(member, as: table, in: place.entering(name))
      }
    case .objectsByClass: checkObjects(json, in: place)
    case .objectsByPath:
      for (path, objects) in json.object ?? [:] { checkObjects(objects, in: place.entering(path)) }
    case .realmName:
      check(json.string ?? "", isOneOf: realms, "a realm of this case", at: place.path)
    case .deviceName:
      check(json.string ?? "", isOneOf: devices, "a device of this case", at: place.path)
    case .realmFile: checkUse(of: json, as: .realm, evenIfClosed: true, at: place.path)
    case .className: checkClassName(json.string ?? "", in: place)
    case .property: checkField(json.string ?? "", of: place.fieldOwner, at: place.path)
    case .handle(let kind): checkUse(of: json, as: kind, at: place.path)
    case .name: checkNew(json.string ?? "", at: place.path)
    case .object(let table):
      check(json, as: table, in: place)
      if place.step != nil { noteNeeds(ofEvents: json) }
    case .nullable(let form):
      if !json.isNull { check(json, as: form, named: name, in: place) }
    case .elements(let table):
      for (index, element) in (json.array ?? []).enumerated() {
        var inner = place.entering(index)
        inner.className = element[.type]
        check(element, as: table, in: inner)
      }
    case .classes:
      let outer = schema
      checkSchema(json, at: place.path)
      // A realm that has a schema of its own leaves the others theirs.
      if place.step != nil { schema = outer }
    case .representations: checkRepresentations(json, in: place)
    case .steps, .someSteps, .given: checkSteps(json.array ?? [], in: place)
    case .cases: checkCases(json.array ?? [], in: place)
    case .failure: checkFailure(json, in: place)
    case .trail: checkTrail(json.array ?? [], in: place)
    case .expected, .expectedElements: checkExpected(json, .payload, at: place.path)
    case .expectedText, .expectedTextOrNull:
      if Matcher.isOne(json) { checkExpected(json, .payload, at: place.path) }
    case .expectedTime: checkExpected(json, .outcome, at: place.path)
    case .expectedMetadata: checkMembers(of: json, as: .expectedText, in: place)
    }
  }
}
