import ReferenceRealm

/// Which links an event shows as full objects, as far as that was decided before it is written (LINK).
enum LinkExpansion {
  case none
  case all
  /// Those that were followed at this version, after the event at this place.
  case followed(FollowedLinks, version: Int, after: Int)

  /// Whether this link is shown as the full object.
  func contains(_ link: LinkPath, to target: ObjectReference) -> Bool {
    switch self {
    case .none: false
    case .all: true
    case .followed(let links, let version, let place):
      links.contains(link, to: target, version: version, after: place)
    }
  }
}
