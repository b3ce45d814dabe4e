/// Something that an implementation may lack without giving up a class.
package enum Feature: String, CaseIterable, Sendable {
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

  /// What a case that needs it uses beside the steps that belong to it, in Markdown.
  package var otherUse: String? {
    switch self {
    case .clock: "stated timestamps"
    case .customRepresentation: "`representations` in the configuration"
    case .mixedLinks: "a link in a mixed property"
    case .mixedCollections: "a list or a dictionary in a mixed property"
    case .backLinks: "`linkingObjects` in the schema"
    case .rotation: "`maxPartitionBytes` in the configuration"
    case .serverSchema: "a server that is not in development mode"
    case .deflate: "compressed payloads (edition 2022)"
    case .dropScope, .collectionSchema, .offline, .restart, .users, .serverChanges: nil
    }
  }
}
