import Formats
import JSON
import Touchstone

/// What may be done to collections.
extension SyncLimits {
  /// Takes note of what a new object has in a collection, whose elements differ if it is a set.
  mutating func note(_ value: JSON, _ type: PropertyType, in place: [JSON]) throws(StepFault) {
    let keyed = value.object.map { $0.map { [JSON.string($0.key), target(of: $0.value)] } }
    for entry in keyed ?? (value.array ?? []).map({ ["", target(of: $0)] }) {
      let isNew = entries.insert(place + entry).inserted
      try require(isNew || type.shape == .list)
      if type.isListOfLinks { listsOthers = listsOthers || entry[1] != place[0] }
    }
  }

  /// Takes note of what is done to a collection.
  mutating func changeCollection(
    _ step: Step,
    _ type: PropertyType,
    from realm: String
  ) throws(StepFault) {
    try require(step.kind != .writing(.set))
    let holder = identity(of: step["object"] ?? .null)
    let place = [holder, .string(step[.property] ?? "")]
    let value = step["value"].map(target)
    let (isList, isLink) = (type.shape == .list, type.base == SyncApp.item)
    let isClear = step.kind == .writing(.clear)
    let atOnce: OpenPoint = isList ? .listsAtOnce : .clearedAtOnce
    if isLink {
      try avoid(atOnce, if: realm != places.first)
    } else {
      let property = step[.property] ?? ""
      try noteChange(of: property, from: realm, isAlone: isList || isClear, atOnce)
    }
    // If the user may not write the object, it is open whether it is a change to put what may be there, or to take what is not.
    let entry = place + [isList ? "" : step["key"] ?? "", value ?? .null]
    let wasHere = entries.contains {
      $0.starts(with: place) && (isList || isClear || $0[2] == entry[2])
    }
    let replaces = isList && step.kind == .writing(.put)
    let isTaken = [.writing(.remove), .writing(.clear)].contains(step.kind)
    if isTaken {
      try avoid(.idleWrite, if: value != nil && !entries.contains(entry))
      if isClear { cleared.insert(place) }
      takesFromList = takesFromList || type.isListOfLinks && !isClear
    } else {
      let isNew = entries.insert(entry).inserted
      try avoid(.idleWrite, if: !isNew && !(isList && !replaces) && value?.isNull == false)
      try avoid(.hiddenEntries, if: isLink && (cleared.contains(place) || isList && hasLost))
      if type.isListOfLinks { listsOthers = listsOthers || value != holder }
    }
    if isTaken || replaces {
      try avoid(.idleWrite, if: !wasHere)
      try avoid(.replacedLink, if: isLink && (!deleted.isEmpty || deletesAll))
      takes = takes || isLink
    }
    try avoid(.hiddenEntry, if: takesFromList && listsOthers)
  }

  /// The key of the object that a value links to, or the value.
  func target(of value: JSON) -> JSON { value["$ref"].map(identity) ?? value }
}

extension PropertyType {
  fileprivate var isListOfLinks: Bool { shape == .list && base == SyncApp.item }
}
