import ReferenceEvents
import ReferenceRealm

/// A link of an object that is being written, with what the reference makes of it.
struct LinkInEvent {
  let link: LinkPath
  let target: ObjectReference
  /// The objects that are being written, outermost first, down to the one that holds the link.
  let path: [ObjectReference]
  let version: Int
  /// The place of the event among those of the scope.
  let place: Int
  fileprivate let scope: WrongLinks

  /// The event.
  var event: LogEntry { scope.events[place] }
  /// The class of the object that holds the link.
  var table: Schema.Table { scope.schema.tables[link.parent.table] }
  /// Whether the link leads back to an object that is being written.
  var isCircle: Bool { path.contains(target) }
  /// Whether it is written as the full object.
  var isExpanded: Bool { isFollowed && !isCircle }
  /// Whether it is followed after the event.
  var isFollowed: Bool { isFollowed(after: place) }
  /// Whether it is followed anywhere in the scope.
  var isEverFollowed: Bool { isFollowed(after: -1) }
  /// Whether the event that comes next follows it.
  var isFollowedAtOnce: Bool {
    guard place + 1 < scope.events.count, case .object(let next) = scope.events[place + 1] else {
      return false
    }
    return next.link == link && next.version == version
  }

  private func isFollowed(after place: Int) -> Bool {
    scope.right.expands(link, to: target, within: [], at: version, in: place)
  }
}

/// Expands links as a function says that knows what is right.
private struct WrongLinks: LinkExpansion {
  let right: any LinkExpansion
  let events: [LogEntry]
  let schema: Schema
  let isExpanded: @Sendable (LinkInEvent) -> Bool

  func expands(
    _ link: LinkPath,
    to target: ObjectReference,
    within path: [ObjectReference],
    at version: Int,
    in event: Int
  ) -> Bool {
    isExpanded(
      LinkInEvent(
        link: link,
        target: target,
        path: path,
        version: version,
        place: event,
        scope: self
      )
    )
  }
}

/// Expands links for other follows than those of the same link at the same version.
struct WrongFollows: LinkExpansion {
  /// What a follow and a link have to agree in.
  struct Aspects: OptionSet {
    let rawValue: Int
    static let parent = Aspects(rawValue: 1)
    static let property = Aspects(rawValue: 2)
    static let target = Aspects(rawValue: 4)
    static let version = Aspects(rawValue: 8)
    static let right: Aspects = [.parent, .property, .version]
  }

  private let aspects: Aspects
  /// The place of the last read that agrees in them.
  private var lastRead: [[Int64]: Int] = [:]

  /// - Parameters:
  ///   - events: what is left of the scope after combining.
  ///   - reads: those that count besides, wherever they stand.
  ///   - aspects: what is compared.
  init(_ events: [LogEntry], anywhere reads: [ObjectRead], agreeingIn aspects: Aspects) {
    self.aspects = aspects
    for (place, event) in events.enumerated() {
      if case .object(let read) = event { add(read, at: place) }
    }
    for read in reads { add(read, at: .max) }
  }

  private mutating func add(_ read: ObjectRead, at place: Int) {
    if read.link == nil && !aspects.isDisjoint(with: [.parent, .property]) { return }
    let key = key(read.link, read.object, read.version)
    lastRead[key] = max(place, lastRead[key] ?? -1)
  }

  private func key(_ link: LinkPath?, _ target: ObjectReference, _ version: Int) -> [Int64] {
    var key: [Int64] = []
    if let link, aspects.contains(.parent) { key += [Int64(link.parent.table), link.parent.key] }
    if let link, aspects.contains(.property) {
      key += [Int64(link.parent.table), Int64(link.column)]
    }
    if aspects.contains(.target) { key += [Int64(target.table), target.key] }
    if aspects.contains(.version) { key.append(Int64(version)) }
    return key
  }

  func expands(
    _ link: LinkPath,
    to target: ObjectReference,
    within path: [ObjectReference],
    at version: Int,
    in event: Int
  ) -> Bool {
    guard let place = lastRead[key(link, target, version)] else { return false }
    return place > event && !path.contains(target)
  }
}

extension Violator {
  /// The reference that writes other links as full objects.
  static let links = Kind<@Sendable (LinkInEvent) -> Bool> { isExpanded in
    stages { pipeline in
      let follow = pipeline.follow
      pipeline.follow = { events, scope in
        let right = follow(events, scope)
        guard let schema = scope.snapshots.values.first?.schema else { return right }
        return WrongLinks(right: right, events: events, schema: schema, isExpanded: isExpanded)
      }
    }
  }

  /// The reference that lets other follows count for a link than those through it at its version.
  ///
  /// A follow and a link have to agree in those aspects; some reads may count besides, wherever they stand.
  static func follows(
    _ id: String,
    _ title: String,
    violates: [String],
    agreeingIn aspects: WrongFollows.Aspects = .right,
    anywhere reads: @escaping @Sendable (FinishedScope) -> [ObjectRead] = { _ in [] }
  ) -> Violator {
    .stages(id, title, violates: violates) { pipeline in
      pipeline.follow = { events, scope in
        WrongFollows(events, anywhere: reads(scope), agreeingIn: aspects)
      }
    }
  }
}
