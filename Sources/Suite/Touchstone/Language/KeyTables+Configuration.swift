package import JSON

// How the realm of a case is opened.

extension TypedKey where Value == String {
  package static var sync: Self { Self("sync", .word(["partition", "flexible", "none"])) }
  package static var partitionPrefix: Self { Self("partitionPrefix", .string) }
  package static var syncUser: Self { Self("syncUser", .string) }
  package static var app: Self { Self("app", .string) }
  /// A text with `${property}` in it.
  package static var template: Self { Self("text", .string) }
  package static var throwing: Self { Self("throws", .string) }
  package static var flexibleUser: Self { Self("user", .string) }
  package static var subscriptionName: Self { Self("name", .string) }
  package static var roleName: Self { Self("name", .string) }
}

extension TypedKey where Value == Int {
  package static var maxPartitionBytes: Self { Self("maxPartitionBytes", .positive) }
}

extension TypedKey where Value == Bool {
  package static var errorHandler: Self { Self("errorHandler", .flag) }
  package static var developmentMode: Self { Self("developmentMode", .flag) }
  package static var mayRead: Self { Self("read", .flag) }
  package static var mayWrite: Self { Self("write", .flag) }
  package static var mayInsert: Self { Self("insert", .flag) }
  package static var mayDelete: Self { Self("delete", .flag) }
}

extension TypedKey where Value == JSON {
  package static var partitionValue: Self { Self("partitionValue", .partitionValue) }
  /// The event configuration, or null.
  package static var eventConfiguration: TypedKey<JSON> {
    Self("events", .nullable(.object(.eventConfiguration)))
  }
  package static var condition: Self { Self("when", .filter) }
  /// The condition of a role.
  package static var applyWhen: Self { Self("apply_when", .filter) }
  package static var documentFilters: Self { Self("document_filters", .object(.documentFilters)) }
  package static var readFilter: Self { Self("read", .filter) }
  package static var writeFilter: Self { Self("write", .filter) }
  package static var role: Self { Self("role", .object(.role)) }
}

extension TypedKey where Value == [JSON] {
  package static var metadataFields: Self { Self("metadataFields", .strings) }
  package static var queryableFields: Self { Self("queryableFields", .strings) }
  package static var subscriptions: Self { Self("subscriptions", .elements(.subscription)) }
  package static var roles: Self { Self("roles", .elements(.role)) }
}

extension TypedKey where Value == JSONObject {
  package static var representations: Self { Self("representations", .representations) }
  package static var server: Self { Self("server", .object(.server)) }
  package static var flexibleSync: Self { Self("flexibleSync", .object(.flexibleSync)) }
  package static var mobilePlatform: Self { Self("mobilePlatform", .object(.mobilePlatform)) }
  package static var collectionRules: Self { Self("collections", .named(.collectionRules)) }
  /// What `%%values` stands for.
  package static var expansionValues: Self { Self("values", .anyObject) }
  package static var customData: Self { Self("customData", .anyObject) }
  package static var serverData: Self { Self("serverData", .objectsByClass) }
  package static var realms: Self { Self("realms", .named(.syncedRealm)) }
  package static var fieldRules: Self { Self("fields", .named(.fieldRule)) }
  package static var otherFields: Self { Self("additional_fields", .object(.fieldRule)) }
}

extension KeyTable {
  /// How a realm is opened.
  package static let configuration = KeyTable(
    name: "configuration",
    owner: "a configuration",
    purpose: "How the realm is opened.",
    entries: [
      .optional(.sync, "`partition` (the default), `flexible` or `none`"),
      .optional(.partitionValue, "the partition of the recorded realm"),
      .optional(
        .eventConfiguration,
        "the event configuration. Absent means `{}`: recording with defaults; null means that recording is not enabled"
      ),
      .optional(
        .representations,
        "custom representations by class (needs `custom-representation`)"
      ),
      .optional(
        .server,
        "see [The event realm](event-realm.md)",
        classes: [.eventRealm]
      ),
      .optional(
        .flexibleSync,
        "see [Flexible sync](flexible-sync.md)",
        classes: [.flexibleSync]
      ),
      .optional(
        .mobilePlatform,
        "see [Mobile platform](mobile-platform.md)",
        classes: [.mobilePlatform]
      ),
    ]
  )

  /// How events are recorded.
  package static let eventConfiguration = KeyTable(
    name: "eventConfiguration",
    owner: "an event configuration",
    entries: [
      .optional(
        .metadata,
        "an object of strings, or an array of pairs `[key, value]` where a key is to be given twice"
      ),
      .optional(.partitionPrefix, "the prefix of the events' partitions"),
      .optional(.syncUser, "the name of another user, who syncs the event realm"),
      .optional(
        .app,
        """
        the name of the app to which the user of the event realm belongs; every app has a collection `AuditEvent` of \
        its own. Without it, an app without a name
        """,
        classes: [.eventRealm]
      ),
      .optional(.maxPartitionBytes, "the size at which a partition is full"),
      .optional(.errorHandler, "whether there is an error handler"),
    ]
  )

  /// What an event realm is uploaded to.
  package static let server = KeyTable(
    name: "server",
    owner: "\"server\"",
    purpose: "What holds the collection AuditEvent. Class event-realm only.",
    entries: [
      .optional(
        .developmentMode,
        """
        whether the collection is created and its schema inferred from what arrives; true by default (false needs \
        `server-schema`)
        """
      ),
      .optional(
        .metadataFields,
        """
        the metadata keys that the schema of the collection knows when it is not inferred, as an array; empty by \
        default
        """
      ),
    ]
  )

  /// What one class is written as in payloads.
  package static let representation = KeyTable(
    name: "representation",
    owner: "a representation",
    purpose: "The first entry that matches an object gives its text, or fails.",
    entries: [.optional(.condition), .optional(.template), .optional(.throwing)],
    alternatives: ["text", "throws"]
  )
}
