import Formats
import JSON

/// What a step does: the table of the language, by topic.
///
/// Code that carries steps out, or changes their results, switches over it exhaustively.
package enum StepKind: Sendable, Hashable {
  case writing(WritingStep)
  case reading(ReadingStep)
  case recording(RecordingStep)
  case clock(ClockStep)
  case eventRealm(EventRealmStep)
  case flexibleSync(FlexibleSyncStep)
  case mobileUser(MobileUserStep)
  case mobileRealm(MobileRealmStep)
  case mobileSession(MobileSessionStep)
  case mobileServer(MobileServerStep)

  /// Every kind, in the order of the specification.
  package static let all: [StepKind] =
    WritingStep.allCases.map(StepKind.writing) + ReadingStep.allCases.map(StepKind.reading)
    + RecordingStep.allCases.map(StepKind.recording) + ClockStep.allCases.map(StepKind.clock)
    + EventRealmStep.allCases.map(StepKind.eventRealm)
    + FlexibleSyncStep.allCases.map(StepKind.flexibleSync)
    + MobileUserStep.allCases.map(StepKind.mobileUser)
    + MobileRealmStep.allCases.map(StepKind.mobileRealm)
    + MobileSessionStep.allCases.map(StepKind.mobileSession)
    + MobileServerStep.allCases.map(StepKind.mobileServer)

  private static let named = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
  private static let entries = Dictionary(uniqueKeysWithValues: all.map { ($0, $0.makeEntry()) })

  /// The kind of that name.
  package init?(name: String) {
    guard let kind = Self.named[name] else { return nil }
    self = kind
  }

  /// What stands under `do`.
  package var name: String { topic.rawValue }

  /// Every key that such a step may have in a group file.
  package var table: KeyTable { Self.tables[self] ?? makeTable(entry) }

  private static let tables = Dictionary(
    uniqueKeysWithValues: all.map { ($0, $0.makeTable($0.entry)) }
  )

  /// Every key that such a step may have in a group file of a class.
  package func table(in conformanceClass: ConformanceClass) -> KeyTable {
    entry.variants[conformanceClass].map(makeTable) ?? table
  }

  private func makeTable(_ entry: StepEntry) -> KeyTable {
    let outcomes: [KeyTable.Entry] = [
      .optional(.returns), .optional(.fails), .optional(.because),
    ]
    return KeyTable(
      name: "step",
      owner: "the step \(name.quoted)",
      entries: [.required(.kind)] + entry.takes + outcomes,
      alternatives: entry.oneOf
    )
  }

  /// What the table says of it.
  package var entry: StepEntry { Self.entries[self] ?? makeEntry() }

  /// What the table says of it in a class.
  package func entry(in conformanceClass: ConformanceClass?) -> StepEntry {
    conformanceClass.flatMap { entry.variants[$0] } ?? entry
  }

  private func makeEntry() -> StepEntry {
    var entry = topic.entry
    entry.classes = topic.classes
    entry.variants[.mobilePlatform] = mobileVariant
    return entry
  }

  /// Whether it runs steps, and its value is their outcomes.
  package var isBlock: Bool { Self.blocks.contains(self) }

  private static let blocks = Set(
    all.filter { kind in
      kind.entry.takes.contains { $0.name == TypedKey<[JSON]>.steps.name }
    }
  )

  /// The kinds that a class has.
  package static func known(to conformanceClass: ConformanceClass) -> [StepKind] {
    all.filter { $0.entry.isKnown(to: conformanceClass) }
  }

  private var topic: any StepTopic {
    switch self {
    case .writing(let step): step
    case .reading(let step): step
    case .recording(let step): step
    case .clock(let step): step
    case .eventRealm(let step): step
    case .flexibleSync(let step): step
    case .mobileUser(let step): step
    case .mobileRealm(let step): step
    case .mobileSession(let step): step
    case .mobileServer(let step): step
    }
  }
}

/// The steps of one topic: a file of the table.
protocol StepTopic: RawRepresentable<String>, CaseIterable, Sendable, Hashable {
  /// What is to be known of the step in every class that has it.
  var entry: StepEntry { get }
  /// The classes that know it; nil for every class.
  var classes: [ConformanceClass]? { get }
}

extension StepTopic {
  var classes: [ConformanceClass]? { nil }
}
