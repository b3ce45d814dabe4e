/// What client and server of a flexible-sync realm are set up with.
extension KeyTable {
  package static let flexibleSync = KeyTable(
    name: "flexibleSync",
    owner: "\"flexibleSync\"",
    purpose: "What client and server of a flexible-sync realm are set up with.",
    entries: [
      .optional(.flexibleUser, "the id of the user who is logged in"),
      .optional(
        .queryableFields,
        "names of the fields that a subscription may query; `_id` always is one"
      ),
      .optional(.role, "the only role of the app; short for `roles` with one element"),
      .optional(
        .roles,
        "the roles of the app, as an array: the first that applies to a user is the user's (needs `role-lists`)"
      ),
      .optional(
        .collectionRules,
        """
        class → `{"roles", "queryableFields"}`: they replace those of the app for this class, as far as they are there \
        (needs `collection-rules`)
        """
      ),
      .optional(.expansionValues, "what `%%values.<name>` stands for (needs `role-lists`)"),
      .optional(
        .customData,
        "id of a user → object: what `%%user.custom_data.<name>` stands for (needs `role-lists`)"
      ),
      .optional(
        .serverData,
        "class → array of the objects that the server holds when the case begins; a link is the primary key of its target"
      ),
      .optional(
        .subscriptions,
        "the client's subscriptions: `name`, `type` (a class), `where` (a [filter](filters.md))"
      ),
      .optional(
        .realms,
        """
        name → `{"user", "subscriptions", "sync"}`: the realms that are open, each on a device of its own. Steps run in \
        the first one, unless `on` says otherwise. `"sync": "none"` opens a realm that is not synced. Without this key \
        there is one realm, `main`, with the `user` and the `subscriptions` of this object
        """
      ),
    ]
  )

  package static let subscription = KeyTable(
    name: "subscription",
    owner: "a subscription",
    entries: [.optional(.subscriptionName), .required(.type), .optional(.filter)]
  )

  package static let syncedRealm = KeyTable(
    name: "syncedRealm",
    owner: "a realm",
    entries: [.optional(.flexibleUser), .optional(.subscriptions), .optional(.sync)]
  )

  package static let collectionRules = KeyTable(
    name: "collectionRules",
    owner: "the rules of a collection",
    entries: [.optional(.roles), .optional(.queryableFields)]
  )

  package static let role = KeyTable(
    name: "role",
    owner: "a role",
    purpose: "What a user may read and write.",
    entries: [
      .required(.roleName, "what reasons and logs call it"),
      .required(
        .applyWhen,
        "the users it is for: a filter whose fields are expansions such as `%%user.id`; `{}` is everyone"
      ),
      .optional(
        .documentFilters,
        "`{\"read\", \"write\"}`: filters for the objects that may be read and written"
      ),
      .optional(.mayRead, "whether their fields may be read"),
      .optional(.mayWrite, "whether their fields may be written"),
      .optional(
        .mayInsert,
        "whether objects may be created; true by default (false needs `field-permissions`)"
      ),
      .optional(
        .mayDelete,
        "whether objects may be deleted; stated wherever it matters (false needs `field-permissions`)"
      ),
      .optional(
        .fieldRules,
        "property → `{\"read\", \"write\"}`, where the role has no `write` (needs `field-permissions`)"
      ),
      .optional(
        .otherFields,
        "`{\"read\", \"write\"}` for all other properties (needs `field-permissions`)"
      ),
    ]
  )

  package static let documentFilters = KeyTable(
    name: "documentFilters",
    owner: "\"document_filters\"",
    entries: [.optional(.readFilter), .optional(.writeFilter)]
  )

  package static let fieldRule = KeyTable(
    name: "fieldRule",
    owner: "the rule of a field",
    entries: [.optional(.mayRead), .optional(.mayWrite)]
  )
}
