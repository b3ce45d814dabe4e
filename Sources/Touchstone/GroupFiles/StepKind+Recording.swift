extension StepKind {
  /// The steps that every class knows.
  static let recording = writing + reading + scoping + watching

  private static let writing: [StepKind] = [
    StepKind("write", [.required("steps", .steps), .optional("cancel", .flag)]),
    StepKind(
      "create",
      [
        .required("type", .className), .required("value", .members),
        .optional("as", .name(.object)),
      ]
    ),
    StepKind(
      "set",
      [
        .required("object", .handle(.object)), .required("property", .property),
        .required("value", .value),
      ]
    ),
    StepKind(
      "add",
      [
        .required("object", .handle(.object)), .required("property", .property),
        .required("value", .value),
      ]
    ),
    StepKind(
      "put",
      [
        .required("object", .handle(.object)), .required("property", .property),
        .optional("at", .index),
        .optional("key", .text), .required("value", .value),
      ],
      oneOf: ["at", "key"]
    ),
    StepKind(
      "remove",
      [
        .required("object", .handle(.object)), .required("property", .property),
        .optional("at", .index),
        .optional("key", .text), .optional("value", .value),
      ],
      oneOf: ["at", "key", "value"]
    ),
    StepKind("clear", [.required("object", .handle(.object)), .required("property", .property)]),
    StepKind("delete", [.required("object", .handle(.object))]),
    StepKind("deleteAll", [.required("type", .className)]),
  ]

  private static let reading: [StepKind] = [
    StepKind(
      "get",
      [.required("type", .className), .required("key", .value), .optional("as", .name(.object))],
      yields: .bool
    ),
    StepKind(
      "query",
      [
        .optional("type", .className), .optional("in", .handle(.collection)),
        .optional("where", .filter),
        .optional("sort", .sort), .optional("as", .name(.collection)),
      ],
      oneOf: ["type", "in"],
      yields: .count
    ),
    StepKind("all", [.required("type", .className), .required("as", .name(.collection))]),
    StepKind(
      "collection",
      [
        .required("object", .handle(.object)), .required("property", .property),
        .required("as", .name(.collection)),
      ]
    ),
    StepKind("count", [.required("of", .handle(.collection))], yields: .count),
    StepKind(
      "element",
      [
        .required("of", .handle(.collection)), .optional("at", .index), .optional("key", .text),
        .optional("as", .name(.object)),
      ],
      oneOf: ["at", "key"],
      yields: .anything
    ),
    StepKind(
      "follow",
      [
        .required("object", .handle(.object)), .required("property", .property),
        .optional("as", .name(.object)),
      ],
      yields: .bool
    ),
    StepKind(
      "value",
      [.required("object", .handle(.object)), .required("property", .property)],
      yields: .anything
    ),
  ]

  private static let scoping: [StepKind] = [
    StepKind("beginScope", [.required("activity", .text), .required("as", .name(.scope))]),
    StepKind("commitScope", [.required("scope", .handle(.scope))]),
    StepKind("cancelScope", [.required("scope", .handle(.scope))]),
    StepKind("isActive", [.required("scope", .handle(.scope))], yields: .bool),
    StepKind("dropScope", [.required("scope", .handle(.scope))], needs: "drop-scope"),
  ]

  private static let watching: [StepKind] = [
    StepKind(
      "recordEvent",
      [
        .required("activity", .text), .optional("eventType", .textOrNull),
        .optional("data", .textOrNull),
      ]
    ),
    StepKind("updateMetadata", [.required("metadata", .metadata)]),
    StepKind("events", yields: .events),
    StepKind("auditEventSchema", yields: .anything, needs: "collection-schema"),
    StepKind("setClock", [.required("to", .date)], needs: "clock"),
    StepKind("advanceClock", [.required("milliseconds", .natural)], needs: "clock"),
  ]
}
