/// How an application took hold of an object.
public enum ObjectAccess: Sendable, Hashable {
  /// By its primary key.
  case lookup
  /// By following a link to one object.
  case link(LinkPath)
  /// As an element of a list, a set or a dictionary.
  case element(LinkPath)
  /// As an element of a computed list.
  case backLink
  /// As an element of all objects of its class.
  case allObjects
  /// As an element of a query's result.
  case queryResult

  /// The property it was reached through; nothing is written for back links, so none is followed.
  public var link: LinkPath? {
    switch self {
    case .link(let link), .element(let link): link
    case .lookup, .backLink, .allObjects, .queryResult: nil
    }
  }
}
