/// Something that an implementation may lack without giving up a class.
package enum Feature: String, CaseIterable, Sendable {
  case links, lists, sets, dictionaries
  case embeddedObjects = "embedded-objects"
  case mixed
  case clock
  case customRepresentation = "custom-representation"
  case dropScope = "drop-scope"
  case mixedLinks = "mixed-links"
  case mixedCollections = "mixed-collections"
  case backLinks = "back-links"
  case collectionSchema = "collection-schema"
  case offline, rotation, restart, users
  case serverSchema = "server-schema"
  case serverChanges = "server-changes"
  case deflate
  case clients
  case serverRead = "server-read"
  case serverWrites = "server-writes"
  case subscriptionUpdates = "subscription-updates"
  case subscriptionStates = "subscription-states"
  case roleLists = "role-lists"
  case collectionRules = "collection-rules"
  case fieldPermissions = "field-permissions"
  case roleChanges = "role-changes"
  case linksAndViews = "links-and-views"
  case merging
  case errorObjects = "error-objects"
  case processes
  case accounts
  case currentUser = "current-user"
  case devices
  case transfer, progress
  case progressInjection = "progress-injection"
  case permissions
  case permissionOffers = "permission-offers"
  case logLevels = "log-levels"
  case clientReset = "client-reset"
  case additiveSchema = "additive-schema"
  case recording
  case realmTexts = "realm-texts"

  /// What a case that needs it uses beside the steps that belong to it, in Markdown.
  package var otherUse: String? {
    switch self {
    case .links: "a link to an object"
    case .lists: "a list"
    case .sets: "a set"
    case .dictionaries: "a dictionary"
    case .embeddedObjects: "an embedded object"
    case .mixed: "a mixed value"
    case .clock: "stated timestamps"
    case .customRepresentation: "`representations` in the configuration"
    case .mixedLinks: "a link in a mixed property"
    case .mixedCollections: "a list or a dictionary in a mixed property"
    case .backLinks: "`linkingObjects` in the schema"
    case .rotation: "`maxPartitionBytes` in the configuration"
    case .serverSchema: "a server that is not in development mode"
    case .deflate: "compressed payloads (edition 2022)"
    case .clients: "several realms"
    case .roleLists: "`roles`, `values` and `customData` in the configuration"
    case .collectionRules: "`collections` in the configuration"
    case .fieldPermissions: "`insert`, `delete`, `fields` and `additional_fields` of a role"
    case .linksAndViews: "links to objects that may be out of view"
    case .merging: "changes by two devices that do not know of each other"
    case .accounts: "`register`, and providers other than `password`"
    case .devices: "several devices"
    case .permissions: "the access that a change in a management realm gives or takes"
    case .permissionOffers: "`PermissionOffer` and `PermissionOfferResponse` in a management realm"
    case .additiveSchema: "`schema`, `schemaVersion` and `migration` when a realm is opened"
    case .recording: "events of a realm whose class does not ask for them"
    case .realmTexts: "exact texts of reasons, errors and logs"
    case .dropScope, .collectionSchema, .offline, .restart, .users, .serverChanges, .serverRead,
      .serverWrites, .subscriptionUpdates, .subscriptionStates, .roleChanges, .errorObjects,
      .processes, .currentUser, .transfer, .progress, .progressInjection, .logLevels, .clientReset:
      nil
    }
  }
}
