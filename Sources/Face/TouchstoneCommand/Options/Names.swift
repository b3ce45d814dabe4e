public import ArgumentParser
public import Formats
public import Touchstone
import TrailReading
import TrailExport

// Names that options take: a mistake is told with those that there are.

extension Edition: ExpressibleByArgument {}

extension ConformanceClass: ExpressibleByArgument {}

extension Profile: ExpressibleByArgument {}

extension FindingCode.Stage: ExpressibleByArgument {
  /// Reads a level that can be asked for: a database is looked at where one is given.
  public init?(argument: String) {
    guard let level = Self.levels.first(where: { $0.rawValue == argument }) else { return nil }
    self = level
  }

  /// The levels that help names.
  public static var allValueStrings: [String] { levels.map(\.rawValue) }
}

extension TrailExport.Target: ExpressibleByArgument {}
