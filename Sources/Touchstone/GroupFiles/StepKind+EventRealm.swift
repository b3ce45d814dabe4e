extension StepKind {
  /// What becomes of events after they were committed (Spec, "The event realm").
  static let eventRealm: [StepKind] = connecting + looking + outliving

  private static let owner: Set<String> = ["event-realm"]

  private static let connecting: [StepKind] = [
    StepKind("goOffline", needs: "offline", classes: owner),
    StepKind("goOnline", needs: "offline", classes: owner),
    StepKind("waitForUploads", classes: owner),
    StepKind(
      "failUploads",
      [.required("after", .natural)],
      needs: "offline",
      classes: owner
    ),
  ]

  private static let looking: [StepKind] = [
    StepKind("partitions", yields: .array, needs: "rotation", classes: owner),
    StepKind("serverEvents", yields: .events, classes: owner),
    StepKind("serverSchema", yields: .anything, needs: "server-schema", classes: owner),
    StepKind("errors", yields: .array, classes: owner),
  ]

  private static let outliving: [StepKind] = [
    StepKind(
      "restart",
      [.optional("events", .eventConfiguration)],
      needs: "restart",
      classes: owner
    ),
    StepKind(
      "changeOnServer",
      [
        .required("activity", .text), .optional("set", .fields), .optional("delete", .flag),
      ],
      oneOf: ["set", "delete"],
      needs: "server-changes",
      classes: owner
    ),
    StepKind("logOut", [.optional("user", .text)], needs: "users", classes: owner),
    StepKind("logIn", [.optional("user", .text)], needs: "users", classes: owner),
    StepKind("removeUser", [.optional("user", .text)], needs: "users", classes: owner),
  ]
}
