/// How much is logged, from nothing to everything.
package enum SyncLogLevel: String, CaseIterable, Sendable, Comparable {
  case off, fatal, error, warn, info, detail, debug, trace, all

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  package static func < (left: SyncLogLevel, right: SyncLogLevel) -> Bool {
    left.rank < right.rank
  }
}

/// The lines that a device has logged.
package struct SyncLog {
  /// Lines up to this level are kept.
  package var level = SyncLogLevel.info
  package private(set) var lines: [(level: SyncLogLevel, text: String)] = []

  package init() {}

  mutating func add(_ level: SyncLogLevel, _ text: String) {
    if level <= self.level { lines.append((level, text)) }
  }
}
