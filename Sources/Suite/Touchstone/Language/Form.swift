package import JSON

/// How a value of the format is written: what its check and its JSON Schema are made from.
package indirect enum Form: Sendable {
  // Plain values
  case flag, integer, natural, positive, string, strings, anyObject, anything
  /// One of these.
  case word([String])
  /// Different ones of these, at least one.
  case words([String])

  // Texts, which may be said once and meant many times
  case text, textOrNull, content, sentence, caseTitle, id, errorCode

  // Values of a realm
  case value, members, partitionValue, date, filter, sort, metadata, fields

  // Names
  case className, property, realmName, deviceName, handle(HandleKind), name(HandleKind)
  /// The name of a realm that was opened, even if it is closed by now.
  case realmFile

  // Parts with keys of their own
  case object(KeyTable)
  case nullable(Form)
  case elements(KeyTable)
  /// Objects with the keys of a table, each under a name of its own.
  case named(KeyTable)
  case objectsByClass
  /// Objects by class, for each path of a realm.
  case objectsByPath
  /// Pairs of one of these words with true or false.
  case settings([String])
  case classes, propertyTypes, representations, steps, someSteps, given, cases, requirements

  // In what the documents print
  case sourceKey, caseNames

  // What is expected
  case failure, trail, expected, expectedElements, expectedText, expectedTextOrNull, expectedTime,
    expectedMetadata, because
}

extension Form {
  /// Whether it names something rather than stating a value.
  var isName: Bool {
    switch self {
    case .className, .property, .realmName, .deviceName, .realmFile, .handle, .name: true
    default: false
    }
  }

  /// What must stand there, as messages say it.
  package var phrase: String {
    switch self {
    case .flag: "true or false"
    case .integer: "an integer"
    case .natural: "an integer that is not negative"
    case .positive: "an integer above 0"
    case .string, .text, .sentence, .caseTitle, .id, .word: "a string"
    case .errorCode: "an error code, or {\"$$anyOf\": [ … ]} of some"
    case .content: "a string with something in it"
    case .sourceKey: "the key of a source, such as \"S0\""
    case .strings, .caseNames: "an array of strings"
    case .textOrNull: "a string or null"
    case .words, .requirements: "an array of words"
    case .anyObject, .object, .filter, .expectedMetadata: "an object"
    case .members: "an object of properties"
    case .fields: "an object of fields"
    case .partitionValue: "a string, an integer, an objectId, a uuid or null"
    case .date: "a date: {\"$date\": \"…\"}"
    case .sort: "an array of pairs: [[\"age\", \"ascending\"]]"
    case .metadata: "an object of strings, or an array of pairs of strings"
    case .className: "the name of a class"
    case .property: "the name of a property"
    case .realmName, .realmFile: "the name of a realm"
    case .deviceName: "the name of a device"
    case .named: "an object of objects"
    case .objectsByClass: "an object with an array of objects for each class"
    case .objectsByPath: "an object with objects by class for each path"
    case .settings: "an array of pairs: [[\"fileURL\", true]]"
    case .handle(let kind): "the name of \(kind.phrase)"
    case .name: "a name"
    case .nullable(let form): form.phrase
    case .elements, .expectedElements: "an array"
    case .classes, .representations: "an object of classes"
    case .propertyTypes: "an object with a type for each property"
    case .steps, .someSteps, .given: "an array"
    case .cases: "an array with a case at least"
    case .trail: "an array of events"
    case .failure: "an error code"
    case .expectedText: "a string or a matcher"
    case .expectedTextOrNull: "a string, null or a matcher"
    case .because: "a requirement, or an object with one for each key"
    case .expectedTime: "a date ({\"$date\": \"…\"}) or a matcher"
    case .anything, .value, .expected: "a value"
    }
  }

  /// What such a value is called in messages, if not by its key.
  var owner: String? {
    switch self {
    case .object(let table): table.owner
    case .nullable(let form): form.owner
    case .filter: "a filter"
    case .steps, .someSteps, .given: "steps"
    case .trail: "a trail"
    case .expectedMetadata: "the metadata of an event"
    default: nil
    }
  }

  /// Whether a value is of the kind that this form has; what it means in its case is another question.
  package func accepts(_ json: JSON) -> Bool {
    switch self {
    case .flag: json.bool != nil
    case .integer: json.int != nil
    case .natural: json.int ?? -1 >= 0
    case .positive: json.int ?? 0 > 0
    case .string, .text, .sentence, .caseTitle, .id, .word, .className, .property, .realmName,
      .deviceName, .realmFile, .handle:
      json.string != nil
    case .content, .name: json.string?.isEmpty == false
    case .textOrNull: json.string != nil || json.isNull
    case .sourceKey: json.string?.wholeMatch(of: #/S[0-9]+/#) != nil
    case .strings, .caseNames: json.array?.allSatisfy { $0.string != nil } ?? false
    case .date: json.isDate
    case .fields: json.object?.isEmpty == false
    case .named: json.object?.allSatisfy { $0.value.object != nil } ?? false
    case .objectsByClass: json.object?.allSatisfy { $0.value.array != nil } ?? false
    case .objectsByPath:
      json.object?.allSatisfy { Form.objectsByClass.accepts($0.value) } ?? false
    case .settings(let words):
      json.array?.allSatisfy { pair in
        pair.array?.count == 2 && words.contains(pair[0]?.string ?? "") && pair[1]?.bool != nil
      } ?? false
    case .errorCode: json.string != nil || ErrorCode.choice(in: json) != nil
    case .anyObject, .members, .propertyTypes, .filter, .object, .classes, .representations,
      .expectedMetadata:
      json.object != nil
    case .metadata: json.object != nil || json.array != nil
    case .nullable(let form): json.isNull || form.accepts(json)
    case .cases: json.array?.isEmpty == false
    case .sort: json.array?.isEmpty == false
    case .elements, .expectedElements, .steps, .someSteps, .given, .trail: json.array != nil
    case .expectedText: json.string != nil || Matcher.isOne(json)
    case .expectedTextOrNull: json.string != nil || json.isNull || Matcher.isOne(json)
    case .because:
      json.string != nil || json.object.map { !$0.isEmpty && Form.fields.accepts(json) } ?? false
    case .expectedTime: json.isDate || Matcher.isOne(json)
    case .anything, .value, .partitionValue, .words, .requirements, .expected, .failure: true
    }
  }
}

extension JSON {
  fileprivate var isDate: Bool { object.map { $0.count == 1 && $0["$date"] != nil } ?? false }
}
