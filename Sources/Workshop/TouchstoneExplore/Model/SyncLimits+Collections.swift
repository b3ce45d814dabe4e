import Formats
import JSON
import Touchstone

/// What may be done to collections.
extension SyncLimits {
  /// Takes note of what a new object has in a collection, whose elements differ if it is a set.
  mutating func note(_ value: JSON, _ type: PropertyType, in place: [JSON]) -> Bool {
    let keyed = value.object.map { $0.map { [JSON.string($0.key), target(of: $0.value)] } }
    for entry in keyed ?? (value.array ?? []).map({ ["", target(of: $0)] }) {
      let isNew = entries.insert(place + entry).inserted
      guard isNew || type.shape == .list else { return false }
      if type.isListOfLinks { listsOthers = listsOthers || entry[1] != place[0] }
    }
    return true
  }

  /// Takes note of what is done to a collection.
  mutating func allowsInCollection(_ step: Step, _ type: PropertyType, from realm: String) -> Bool {
    let holder = identity(of: step["object"] ?? .null)
    let place = [holder, .string(step[.property] ?? "")]
    let value = step["value"].map(target)
    let (isList, isLink) = (type.shape == .list, type.base == SyncApp.item)
    let isClear = step.kind == .writing(.clear)
    guard
      isLink
        ? realm == places.first
        : allowsChange(of: step[.property] ?? "", from: realm, alone: isList || isClear)
    else { return false }
    // If the user may not write the object, it is open whether it is a change to put what may be there, or to take what is not.
    let entry = place + [isList ? "" : step["key"] ?? "", value ?? .null]
    let wasHere = entries.contains {
      $0.starts(with: place) && (isList || isClear || $0[2] == entry[2])
    }
    let isKept = !isLink || deleted.isEmpty && !deletesAll
    switch step.kind {
    case .writing(.add), .writing(.put):
      let isNew = entries.insert(entry).inserted
      let replaces = isList && step.kind == .writing(.put)
      guard isNew || isList && !replaces || value?.isNull ?? true,
        !isLink || !cleared.contains(place) && !(isList && hasLost),
        !replaces || wasHere && isKept
      else { return false }
      takes = takes || replaces && isLink
      if type.isListOfLinks { listsOthers = listsOthers || value != holder }
    case .writing(.remove), .writing(.clear):
      guard wasHere, isKept, value == nil || entries.contains(entry) else { return false }
      takes = takes || isLink
      if isClear { cleared.insert(place) }
      takesFromList = takesFromList || type.isListOfLinks && !isClear
    default: return false
    }
    return !(takesFromList && listsOthers)
  }

  /// The key of the object that a value links to, or the value.
  private func target(of value: JSON) -> JSON { value["$ref"].map(identity) ?? value }
}

extension PropertyType {
  fileprivate var isListOfLinks: Bool { shape == .list && base == SyncApp.item }
}
