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

/// What is known of a form: what messages say of a value that is not written so, and what is.
///
/// It is made for each value that is checked, so no text is put together before it is asked for.
private struct FormEntry {
  private let words: String
  /// What such a value is called, if not by its key.
  let owner: String?
  /// What a name stands for that was given elsewhere.
  private let named: String?
  /// Whether it names something rather than stating a value.
  let isName: Bool
  /// Whether a value is of the kind that the form has.
  let accepts: (JSON) -> Bool

  init(
    _ words: String,
    of owner: String? = nil,
    isName: Bool = false,
    accepts: @escaping (JSON) -> Bool
  ) {
    (self.words, self.owner, self.isName, self.accepts) = (words, owner, isName, accepts)
    named = nil
  }

  /// The name of something, such as a class.
  init(nameOf named: String) {
    (words, owner, self.named, isName) = ("", nil, named, true)
    accepts = { $0.string != nil }
  }

  /// What must stand there.
  var phrase: String { named.map { "the name of \($0)" } ?? words }
}

extension Form {
  private var entry: FormEntry {
    switch self {
    case .flag: FormEntry("true or false") { $0.bool != nil }
    case .integer: FormEntry("an integer") { $0.int != nil }
    case .natural: FormEntry("an integer that is not negative") { $0.int ?? -1 >= 0 }
    case .positive: FormEntry("an integer above 0") { $0.int ?? 0 > 0 }
    case .string, .text, .sentence, .caseTitle, .id, .word:
      FormEntry("a string", accepts: Self.isString)
    case .strings, .caseNames:
      FormEntry("an array of strings") { $0.array?.allSatisfy(\.isString) ?? false }
    case .content: FormEntry("a string with something in it") { $0.string?.isEmpty == false }
    case .textOrNull: FormEntry("a string or null") { $0.isString || $0.isNull }
    case .errorCode:
      FormEntry("an error code, or {\"$$anyOf\": [ … ]} of some") {
        $0.isString || ErrorCode.choice(in: $0) != nil
      }
    case .sourceKey:
      FormEntry("the key of a source, such as \"S0\"") {
        $0.string?.wholeMatch(of: #/S[0-9]+/#) != nil
      }

    case .anything, .value, .expected: FormEntry("a value") { _ in true }
    case .words, .requirements: FormEntry("an array of words") { _ in true }
    case .failure: FormEntry("an error code") { _ in true }
    case .partitionValue:
      FormEntry("a string, an integer, an objectId, a uuid or null") { _ in true }

    case .anyObject: FormEntry("an object", accepts: Self.isObject)
    case .members: FormEntry("an object of properties", accepts: Self.isObject)
    case .filter: FormEntry("an object", of: "a filter", accepts: Self.isObject)
    case .object(let table): FormEntry("an object", of: table.owner, accepts: Self.isObject)
    case .expectedMetadata:
      FormEntry("an object", of: "the metadata of an event", accepts: Self.isObject)
    case .classes, .representations: FormEntry("an object of classes", accepts: Self.isObject)
    case .propertyTypes:
      FormEntry("an object with a type for each property", accepts: Self.isObject)
    case .fields: FormEntry("an object of fields") { $0.object?.isEmpty == false }
    case .named:
      FormEntry("an object of objects") { $0.object?.allSatisfy(\.value.isObject) ?? false }
    case .objectsByClass:
      FormEntry("an object with an array of objects for each class") {
        $0.object?.allSatisfy(\.value.isArray) ?? false
      }
    case .objectsByPath:
      FormEntry("an object with objects by class for each path") {
        $0.object?.allSatisfy { Form.objectsByClass.accepts($0.value) } ?? false
      }
    case .metadata:
      FormEntry("an object of strings, or an array of pairs of strings") {
        $0.isObject || $0.isArray
      }
    case .because:
      FormEntry("a requirement, or an object with one for each key") {
        $0.isString || Form.fields.accepts($0)
      }

    case .elements, .expectedElements: FormEntry("an array", accepts: Self.isArray)
    case .steps, .someSteps, .given: FormEntry("an array", of: "steps", accepts: Self.isArray)
    case .trail: FormEntry("an array of events", of: "a trail", accepts: Self.isArray)
    case .cases: FormEntry("an array with a case at least") { $0.array?.isEmpty == false }
    case .sort:
      FormEntry("an array of pairs: [[\"age\", \"ascending\"]]") { $0.array?.isEmpty == false }
    case .settings(let words):
      FormEntry("an array of pairs: [[\"fileURL\", true]]") {
        $0.array?.allSatisfy { pair in
          pair.array?.count == 2 && words.contains(pair[0]?.string ?? "") && pair[1]?.bool != nil
        } ?? false
      }

    case .className: FormEntry(nameOf: "a class")
    case .property: FormEntry(nameOf: "a property")
    case .realmName, .realmFile: FormEntry(nameOf: "a realm")
    case .deviceName: FormEntry(nameOf: "a device")
    case .handle(let kind): FormEntry(nameOf: kind.phrase)
    case .name: FormEntry("a name", isName: true) { $0.string?.isEmpty == false }

    case .date: FormEntry("a date: {\"$date\": \"…\"}", accepts: Self.isDate)
    case .expectedTime:
      FormEntry("a date ({\"$date\": \"…\"}) or a matcher") { $0.isDate || Matcher.isOne($0) }
    case .expectedText:
      FormEntry("a string or a matcher") { $0.isString || Matcher.isOne($0) }
    case .expectedTextOrNull:
      FormEntry("a string, null or a matcher") { $0.isString || $0.isNull || Matcher.isOne($0) }

    case .nullable(let form):
      FormEntry(form.phrase, of: form.owner) { $0.isNull || form.accepts($0) }
    }
  }

  private static func isString(_ json: JSON) -> Bool { json.isString }
  private static func isObject(_ json: JSON) -> Bool { json.isObject }
  private static func isArray(_ json: JSON) -> Bool { json.isArray }
  private static func isDate(_ json: JSON) -> Bool { json.isDate }

  /// Whether it names something rather than stating a value.
  var isName: Bool { entry.isName }

  /// What must stand there, as messages say it.
  package var phrase: String { entry.phrase }

  /// What such a value is called in messages, if not by its key.
  package var owner: String? { entry.owner }

  /// Whether a value is of the kind that this form has; what it means in its case is another question.
  package func accepts(_ json: JSON) -> Bool { entry.accepts(json) }
}

extension JSON {
  fileprivate var isString: Bool { string != nil }
  fileprivate var isArray: Bool { array != nil }
  fileprivate var isObject: Bool { object != nil }
  fileprivate var isDate: Bool { object.map { $0.count == 1 && $0["$date"] != nil } ?? false }
}
