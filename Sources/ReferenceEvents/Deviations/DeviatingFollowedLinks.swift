import ReferenceRealm

/// Counts follows as no edition wants it: wrong implementations that the suite has to catch change its rules.
///
/// With rules that are all right it knows the same links.
final class DeviatingFollowedLinks: FollowedLinks {
  /// What a follow has to agree in with a link; nil is what the rules do not ask for.
  private struct Key: Hashable {
    var version: Int?
    var parentTable: Int?
    var parent: Int64?
    var column: Int?
    var target: ObjectReference?

    init(_ link: LinkPath?, target: ObjectReference, version: Int, rules: LinkRules) {
      if rules.comparesVersions { self.version = version }
      if rules.comparesTargets || rules.countsAnyReadOfTarget { self.target = target }
      guard let link, !rules.countsAnyReadOfTarget else { return }
      parentTable = link.parent.table
      if rules.comparesParents { parent = link.parent.key }
      if rules.comparesProperties { column = link.column }
    }
  }

  private let rules: LinkRules
  /// The place of the last read that agrees in what the rules ask for.
  private var lastRead: [Key: Int] = [:]

  /// - Parameters:
  ///   - events: what is left of the scope after combining.
  ///   - scope: what it was before.
  ///   - rules: which follows count.
  init(_ events: [LogEntry], of scope: FinishedScope, rules: LinkRules) {
    self.rules = rules
    super.init(events)
    for (index, event) in events.enumerated() {
      if case .object(let read) = event { add(read, at: index) }
    }
    if rules.countsCombinedFollows {
      for case .object(let read) in scope.entries { add(read, at: nil) }
    }
    for read in scope.foreignFollows { add(read, at: nil) }
  }

  /// Notes a follow that counts up to that place, or everywhere unless its place is known.
  private func add(_ read: ObjectRead, at index: Int?) {
    guard read.link != nil || rules.countsAnyReadOfTarget else { return }
    let key = Key(read.link, target: read.object, version: read.version, rules: rules)
    if let index { lastRead[key] = index } else if lastRead[key] == nil { lastRead[key] = .max }
  }

  override func contains(
    _ link: LinkPath,
    to target: ObjectReference,
    version: Int,
    after index: Int
  )
    -> Bool
  {
    if lastRead.isEmpty { return false }
    let key = Key(link, target: target, version: version, rules: rules)
    guard let place = lastRead[key] else { return false }
    if rules.expandsOnlyRightBeforeFollow { return place == index + 1 }
    return place > index || !rules.expandsOnlyBeforeFollow
  }
}
