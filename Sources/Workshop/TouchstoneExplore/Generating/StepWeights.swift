import Touchstone

/// How often each kind of step is tried.
///
/// The switches have no default: the table of the language decides what there is,
/// and a step that is new to it does not build until it is said here how often it is explored.
struct StepWeights: Sendable {
  typealias Choices = [(element: StepKind, weight: Int)]

  /// Kinds for a place outside of a transaction.
  private(set) var outside: Choices = []
  /// Kinds for a place in a transaction.
  private(set) var inWrite: Choices = []
  let settings: ExploreSettings

  init(_ settings: ExploreSettings) {
    self.settings = settings
    let kinds = StepKind.all.filter(settings.asks)
    outside = kinds.map { ($0, weight(of: $0)) }
    inWrite = kinds.map { kind in
      switch kind {
      case .writing(.write): (kind, 6)
      case .writing: (kind, weight(of: kind) * 12)
      case .reading: (kind, weight(of: kind) / 2)
      case .recording, .clock, .eventRealm, .flexibleSync, .mobileUser, .mobileRealm,
        .mobileSession, .mobileServer:
        (kind, weight(of: kind) / 5)
      }
    }
  }

  private func weight(of kind: StepKind) -> Int {
    switch kind {
    case .writing(let kind): weight(of: kind)
    case .reading(let kind): weight(of: kind)
    case .recording(let kind): weight(of: kind)
    case .clock(.setClock): settings.wants("META", "CUSTOM") ? 4 : 0
    case .clock(.advanceClock): settings.wants("META", "CUSTOM") ? 8 : 0
    case .eventRealm(let kind): weight(of: kind)
    // These are steps of other topics.
    case .flexibleSync, .mobileUser, .mobileRealm, .mobileSession, .mobileServer: 0
    }
  }

  private func weight(of kind: WritingStep) -> Int {
    switch kind {
    case .write: settings.wants("WRITE", "LINK", "COMBINE", "SERIAL", "REPR", "READ") ? 90 : 20
    case .create: 12
    case .set: 16
    case .add, .put, .remove: 7
    case .clear: 3
    case .delete: 7
    case .deleteAll: 2
    }
  }

  private func weight(of kind: ReadingStep) -> Int {
    let links = settings.wants("LINK", "READ", "COMBINE")
    return switch kind {
    case .get: 60
    case .query: 50
    case .all: 6
    case .collection: links ? 24 : 6
    case .count: 6
    case .element: links ? 50 : 10
    case .follow: links ? 60 : 12
    case .value: 8
    }
  }

  private func weight(of kind: RecordingStep) -> Int {
    let scopes = settings.wants("SCOPE", "META", "CONFIG")
    return switch kind {
    case .beginScope: scopes ? 26 : 6
    case .commitScope: scopes ? 20 : 5
    case .cancelScope: scopes ? 8 : 2
    case .isActive: scopes ? 5 : 0
    case .dropScope: scopes ? 5 : 0
    case .recordEvent: settings.wants("CUSTOM", "META") ? 12 : 2
    case .updateMetadata: settings.wants("META", "CONFIG") ? 10 : 1
    case .events: 5
    case .auditEventSchema: settings.wants("DOC", "META") ? 2 : 0
    }
  }

  private func weight(of kind: EventRealmStep) -> Int {
    switch kind {
    case .goOffline, .goOnline: 25
    case .waitForUploads: 40
    case .restart: 25
    case .serverEvents: 25
    case .changeOnServer: 6
    case .logOut, .logIn: 8
    case .errors: 4
    case .failUploads, .partitions, .serverSchema, .removeUser: 0
    }
  }
}
