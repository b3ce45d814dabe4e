import Formats

/// The devices whose clocks were set back between events of an answer: it has them in the order of their times, which is not
/// the one in which they happened.
///
/// The ids of one process count on where its clock goes back, and tell earlier times. Where they tell later ones, or there are
/// no such ids, a time that goes the other way than most of its scope may be of another scope of the same activity.
package struct SetBackClocks: Sendable {
  /// Two events of a device, the earlier one by time first.
  private typealias Pair = (earlier: AuditDocument, later: AuditDocument)

  /// How many scopes and partitions are followed, and how many pairs are named.
  private static let limit = 100_000, named = 3
  /// So many steps show which way documents go.
  private static let leastSteps = 5

  private var lastOfScope: [[String?]: AuditDocument] = [:]
  private var lastOfPartition: [String: AuditDocument] = [:]
  /// What ids tell of clocks, for certain or not.
  private var told: [(pair: Pair, isSure: Bool)] = []
  /// Neighbours of a scope whose ids tell nothing, and how many there are.
  private var falling: [Pair] = [], rising: [Pair] = []
  private var falls = 0, rises = 0

  /// Nothing was read yet.
  package init() {}

  /// Takes note of an event, in the order in which it was stored.
  package mutating func note(_ document: AuditDocument) {
    guard let partition = document.partition, document.timestamp != nil else { return }
    var scope = [partition, document.activity]
    for field in document.metadata { scope += [field.key, field.value] }
    guard lastOfScope.count < Self.limit || lastOfScope[scope] != nil else { return }
    if let last = lastOfScope.updateValue(document, forKey: scope) {
      compare(last, document, isOneScope: true)
    }
    if let last = lastOfPartition.updateValue(document, forKey: partition) {
      compare(last, document, isOneScope: false)
    }
  }

  private mutating func compare(
    _ last: AuditDocument,
    _ next: AuditDocument,
    isOneScope: Bool
  ) {
    guard let time = last.timestamp, let nextTime = next.timestamp, time != nextTime else { return }
    let pair: Pair = time < nextTime ? (last, next) : (next, last)
    let ids = [pair.earlier, pair.later].map { $0.id.flatMap(DocumentId.init(hex:)) }
    if let earlier = ids[0], let later = ids[1], earlier.isOfOneProcess(with: later) {
      // Scopes that overlap are stored one behind the other, whatever the times of their events.
      let isSure =
        earlier.seconds < later.seconds
        || isAhead(pair.later, of: later.seconds) && isAhead(pair.earlier, of: later.seconds)
      let goesBack = earlier.isCounted(behind: later) && (isOneScope || isSure)
      if goesBack, told.count < Self.named, !told.contains(where: { $0.pair == pair }) {
        told.append((pair, isSure))
      }
    } else if isOneScope, time < nextTime {
      rises += 1
      if rising.count < Self.named { rising.append(pair) }
    } else if isOneScope {
      falls += 1
      if falling.count < Self.named { falling.append(pair) }
    }
  }

  /// Whether an event has a later time than an id.
  ///
  /// If the id is its own, the clock was set back before that was made; another event with a later time came after the id.
  private func isAhead(_ event: AuditDocument, of seconds: UInt32) -> Bool {
    (event.timestamp ?? .min) / 1000 > Int64(seconds)
  }

  /// What should be known of the answer.
  package var remarks: [String] {
    let told = told.map { Self.words($0.pair, orElse: $0.isSure ? [] : [Self.overlap]) }
    // With the newest document first, times fall.
    let (few, many, pairs) = falls > rises ? (rises, falls, rising) : (falls, rises, falling)
    guard few > 0, few + many < Self.leastSteps || few * 4 <= many else { return told }
    let isOrderKnown = few + many >= Self.leastSteps
    let others = [Self.overlap] + (isOrderKnown ? [] : ["documents are in no order"])
    return told + pairs.map { Self.words($0, orElse: others) }
  }

  private static let overlap = "scopes of one activity overlapped"

  private static func words(_ pair: Pair, orElse others: [String]) -> String {
    func name(_ document: AuditDocument) -> String {
      "\(document.position) of \(Timestamp(milliseconds: document.timestamp ?? 0))"
    }
    let what = (["was set back"] + others).joined(separator: ", or ")
    let order = others.isEmpty ? "is not" : "may not be"
    return
      "the clock of partition \(pair.later.partition ?? "") \(what): \(name(pair.earlier)) was stored behind "
      + "\(name(pair.later)); the answer takes events in the order of their times, which \(order) that in which these happened"
  }
}
