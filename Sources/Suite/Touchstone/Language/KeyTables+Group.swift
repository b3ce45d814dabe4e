import Formats
package import JSON

// What stands in a group file, and what is expected of a case.

extension TypedKey where Value == String {
  package static var title: Self { Self("title", .sentence) }
  package static var caseTitle: Self { Self("title", .caseTitle) }
  package static var conformanceClass: Self {
    Self("class", .word(ConformanceClass.allCases.map(\.rawValue)))
  }
  package static var id: Self { Self("id", .id) }
  package static var level: Self { Self("level", .word(Level.allCases.map(\.rawValue))) }
  package static var notes: Self { Self("notes", .string) }
  package static var order: Self { Self("order", .word(["any"])) }
  static var repeatedText: Self { Self("text", .string) }
  /// The primary key of a class.
  package static var primaryKeyName: Self { Self("primaryKey", .string) }
}

extension TypedKey where Value == Int {
  static var times: Self { Self("times", .positive) }
}

extension TypedKey where Value == Bool {
  package static var embedded: Self { Self("embedded", .flag) }
  package static var isOptional: Self { Self("optional", .flag) }
}

extension TypedKey where Value == [JSON] {
  package static var requirements: Self { Self("requirements", .requirements) }
  package static var editions: Self { Self("editions", .words(Edition.allCases.map(\.rawValue))) }
  package static var needs: Self { Self("needs", .words(Feature.allCases.map(\.rawValue))) }
  package static var given: Self { Self("given", .given) }
  package static var steps: Self { Self("steps", .steps) }
  /// The steps of a case.
  package static var caseSteps: Self { Self("steps", .someSteps) }
  package static var cases: Self { Self("cases", .cases) }
}

extension TypedKey where Value == JSON {
  package static var schema: TypedKey<JSON> { Self("schema", .classes) }
  package static var configuration: Self { Self("configuration", .object(.configuration)) }
  package static var expectation: Self { Self("expect", .object(.expectation)) }
  /// The whole trail of a case.
  package static var trail: Self { Self("events", .trail) }
  package static var openFails: Self { Self("openFails", .failure) }
  package static var code: Self { Self("code", .errorCode) }
  package static var message: Self { Self("message", .expectedText) }
  package static var expectedType: Self { Self("event", .expectedTextOrNull) }
  package static var expectedActivity: Self { Self("activity", .expectedTextOrNull) }
  package static var expectedData: Self { Self("data", .expected) }
  package static var expectedMetadata: Self { Self("metadata", .expectedMetadata) }
  package static var timestamp: Self { Self("timestamp", .expectedTime) }
  package static var partition: Self { Self("partition", .expectedText) }
  static var repeatedValue: Self { Self("value", .anything) }
  package static var properties: Self { Self("properties", .propertyTypes) }
}

extension KeyTable {
  package static let group = KeyTable(
    name: "group",
    owner: "a group",
    entries: [
      .required(.title, "what the cases are about"),
      .required(
        .conformanceClass,
        "the conformance class: `recording`, `event-realm`, `flexible-sync` or `mobile-platform`"
      ),
      .optional(.schema, "see above"),
      .optional(.configuration, "how the realm is opened"),
      .optional(
        .given,
        "steps that run before the first step of each case, outside every scope"
      ),
      .required(.cases, "the cases"),
    ],
    isOrdered: true
  )

  package static let testCase = KeyTable(
    name: "case",
    owner: "a case",
    entries: [
      .required(
        .id,
        """
        in kebab-case, and permanent. The full name of a case is `<chapter>/<group>/<id>`. A case that is renamed or \
        withdrawn leaves its old name in `Golden/retired.json`, with its successor or the reason
        """
      ),
      .required(.caseTitle, "one sentence that says what happens"),
      .required(.requirements, "ids of this specification, at least one"),
      .optional(.level, "`must` (the default), `should` or `may`"),
      .optional(.editions, "the editions to which it applies; without it, to all"),
      .optional(
        .needs,
        "optional features that it uses beyond those of its property types, see [Wire protocol](wire-protocol.md)"
      ),
      .optional(.notes, "what is usually wrong when it fails"),
      .optional(.configuration, "its top-level keys replace those of the group"),
      .required(.caseSteps, "what is done"),
      .required(.expectation, "what must come of it"),
    ],
    isOrdered: true
  )

  package static let schemaClass = KeyTable(
    name: "class",
    owner: "a class",
    entries: [.optional(.embedded), .optional(.primaryKeyName), .required(.properties)]
  )

  package static let expectation = KeyTable(
    name: "expectation",
    owner: "\"expect\"",
    purpose: "What must come of the steps.",
    entries: [
      .optional(.trail, "the whole trail of the case, in commit order"),
      .optional(.order, "`\"any\"`: the events may come in any order"),
      .optional(
        .openFails,
        """
        a code, or `{"code", "message"}`: opening the realm with this configuration fails so; no step runs then, and \
        there are no `events`
        """
      ),
    ],
    alternatives: ["events", "openFails"]
  )

  package static let expectedEvent = KeyTable(
    name: "event",
    owner: "an expected event",
    purpose: "event, activity and data are always stated; null stands for an absent field.",
    entries: [
      .required(.expectedType, "the field of that name; null for one that is absent or null"),
      .required(.expectedActivity, "the field of that name; null for one that is absent or null"),
      .required(
        .expectedData,
        """
        null; or a string, which is compared with the stored string; or else the payload, which is compared with the \
        stored string parsed as strict JSON
        """
      ),
      .optional(
        .expectedMetadata,
        "all further string fields of the event; without it there must be none"
      ),
      .optional(
        .timestamp,
        """
        a date or a matcher (needs `clock`). Without it the timestamp must be a date within the run, or one that the \
        clock showed
        """
      ),
      .optional(.isOptional, "`true`: the event may be missing"),
      .optional(.partition, "a matcher for `_partition`"),
      .optional(.because, "see below"),
    ]
  )

  /// What stands under `$repeat`.
  package static let repetition = KeyTable(
    name: "repetition",
    owner: "\"$repeat\"",
    entries: [.required(.times), .optional(.repeatedText), .optional(.repeatedValue)],
    alternatives: ["text", "value"]
  )

  package static let failure = KeyTable(
    name: "failure",
    owner: "a failure",
    entries: [
      .required(.code, "an error code, or `{\"$$anyOf\": [ … ]}` of some"), .optional(.message),
    ]
  )
}
