import Formats
import JSON

/// What holds of every event of a case, whatever it expects of them: taken from what the case does.
struct TrailRules {
  /// What the partition of an event begins with.
  var partitionPrefix = "events"
  /// What it may begin with as well: prefixes that the case restarts with.
  private var laterPrefixes: [String] = []
  /// Classes whose entries in a write event have no promised order.
  var embeddedClasses: Set<String> = []
  /// When the case ran.
  var window: ClosedRange<Timestamp>
  /// What the clock showed after each step that set it or moved it on.
  var clockReadings: Set<Timestamp> = []
  /// The field that holds the activity.
  var activityField = "activity"
  /// Whether the payloads of scoped events may be binary, their DEFLATE form.
  var mayCompressPayloads = false
  /// Whether they must be: what the feature `deflate` claims.
  var mustCompressPayloads = false

  init(_ testCase: Case, edition: String, window: ClosedRange<Timestamp>) {
    self.window = window
    if let prefix = testCase.configuration[.eventConfiguration]?[.partitionPrefix] {
      partitionPrefix = prefix
    }
    embeddedClasses = Set(testCase.schema.classes.filter(\.isEmbedded).map(\.name))
    if let edition = Edition(rawValue: edition) {
      activityField = edition.activityField
      mayCompressPayloads = edition.compressesPayloads
      mustCompressPayloads =
        mayCompressPayloads && testCase.needs.contains(Feature.deflate.rawValue)
    }
    laterPrefixes = testCase.steps.filter { $0.kind == .eventRealm(.restart) }
      .compactMap { $0[.events]?[.partitionPrefix] }
    var clock: Timestamp?
    readClock(testCase.given, &clock)
    readClock(testCase.steps, &clock)
  }

  private mutating func readClock(_ steps: [Step], _ clock: inout Timestamp?) {
    for step in steps {
      switch step.kind {
      case .clock(.setClock): clock = step[.time].flatMap(Timestamp.init(json:))
      case .clock(.advanceClock):
        guard let from = clock, let distance = step[.milliseconds] else { continue }
        let (sum, overflow) = from.milliseconds.addingReportingOverflow(Int64(distance))
        clock = overflow ? nil : Timestamp(milliseconds: sum)
      case .writing(.write): readClock(step.steps, &clock)
      default: continue
      }
      if let clock { clockReadings.insert(clock) }
    }
  }

  /// Whether an event may bear this time.
  func allows(_ moment: Timestamp) -> Bool {
    window.contains(moment) || clockReadings.contains(moment)
  }

  /// Whether a text is the name of a partition of this case.
  func isPartition(_ text: String) -> Bool {
    ([partitionPrefix] + laterPrefixes).contains { prefix in
      text.hasPrefix(prefix + "-")
        && IdentifierForm.isObjectId(String(text.dropFirst(prefix.count + 1)))
    }
  }
}

extension Timestamp {
  /// Reads a date of Extended JSON.
  init?(json: JSON) {
    guard case .date(let moment) = Scalar(json, in: .extended) else { return nil }
    self = moment
  }
}
