/// What a kind of store promises of the class it claims: the features that are not left to choice then.
package enum Profile: String, CaseIterable, Sendable {
  case relational, document, realm

  /// The features that it promises.
  package var features: [Feature] {
    switch self {
    case .relational: [.links]
    case .document: [.lists, .dictionaries, .embeddedObjects, .mixed]
    case .realm:
      [
        .links, .lists, .sets, .dictionaries, .embeddedObjects, .mixed, .mixedLinks,
        .mixedCollections, .backLinks,
      ]
    }
  }

  /// Which stores it is for, in Markdown.
  package var meaning: String {
    switch self {
    case .relational: "tables with columns of plain values, and keys of other tables"
    case .document: "documents that hold lists, dictionaries and further documents"
    case .realm: "all that a schema can declare, as the Event Library's own store did"
    }
  }
}
