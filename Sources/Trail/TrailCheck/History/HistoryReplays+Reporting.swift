import Formats
import JSON
import TrailReading

extension HistoryReplays {
  /// A contradiction is an error only if the trail is said to hold everything, and everything that it holds can be read.
  var level: FindingCode.Level { isComplete && unread == nil ? .error : .warning }

  /// Adds what contradicts the history of an object: the event that does, all events that show it, and what of the trail or
  /// of the synchronization may explain it.
  func report(
    _ code: FindingCode,
    at event: HistoryEvent,
    _ chain: @autoclosure () -> [(HistoryEvent, String)],
    _ sentence: @autoclosure () -> String,
    excuse: String? = nil,
    isOrderKnown: Bool = true,
    into findings: inout FindingSummary
  ) {
    findings.add(
      isOrderKnown ? code : .orderUntold,
      level: isOrderKnown ? excuse == nil ? level : .warning : nil,
      at: position(of: event),
      id: event.id?.hex,
      related: chain().map { related($0.0, $0.1) } + (unread?.related ?? []),
      sentence()
        + [
          excuse, isOrderKnown ? nil : "which was first is not known",
          unread.map { _ in "what cannot be read may explain it" },
        ]
        .compactMap { $0.map { "; " + $0 } }.joined()
    )
  }

  func report(_ replay: inout HistoryReplay, into findings: inout FindingSummary) {
    if replay.contradictions.isEmpty { return }
    let unordered = replay.unorderedDevices()
    for contradiction in replay.contradictions {
      let devices = [contradiction.earlier.partition, contradiction.later.partition]
      report(
        contradiction,
        of: title(of: replay.object),
        unordered.isDisjoint(with: devices),
        into: &findings
      )
    }
  }

  func report(
    _ contradiction: HistoryContradiction,
    of object: String,
    _ isOrderKnown: Bool,
    into findings: inout FindingSummary
  ) {
    report(
      contradiction.code,
      at: contradiction.later,
      [
        (contradiction.earlier, contradiction.earlierStatement),
        (contradiction.later, contradiction.laterStatement),
      ],
      "\(object): event \(name(of: contradiction.earlier)) \(contradiction.earlierStatement); "
        + "event \(name(of: contradiction.later)) \(contradiction.laterStatement)",
      excuse: contradiction.excuse,
      isOrderKnown: contradiction.isInAnyOrder || isOrderKnown,
      into: &findings
    )
  }

  func reportIfNeverInserted(
    _ state: ObjectState,
    _ object: ObjectHistory,
    into findings: inout FindingSummary
  ) {
    guard isComplete, !state.wasInserted || state.uncreated != nil, let first = state.first,
      !object.unplaced.contains(where: { $0.kind == .insertion })
    else { return }
    let end = state.uncreated.map { " before event \(name(of: $0)) deleted it" } ?? ""
    report(
      .neverInserted,
      at: first,
      [(first, "is the first to mention it")],
      "\(title(of: object)) was never inserted\(end); event \(name(of: first)) is the first to mention it",
      into: &findings
    )
  }

  func title(of object: ObjectHistory) -> String {
    let className = names.classes[object.className]
    return className.inSentence + "/" + object.key.inSentence
  }

  func name(of event: HistoryEvent) -> String {
    let time = Timestamp(milliseconds: event.time).description
    return (event.id.map { $0.hex + " at " } ?? "at ") + time
  }

  func position(of event: HistoryEvent) -> TrailPosition { event.position(in: names.files) }

  func related(_ event: HistoryEvent, _ statement: String) -> TrailFinding.RelatedEvent {
    TrailFinding.RelatedEvent(
      position: position(of: event),
      id: event.id?.hex,
      timestamp: event.time,
      statement: statement
    )
  }
}
