import Foundation
import TouchstoneWire

/// How an implementation under test is started and what it is allowed.
///
/// ```swift
/// var options = SubprocessOptions(command: ["python3", "adapter.py"], processes: 2)
/// options.caseLimit = .seconds(30)
/// ```
public struct SubprocessOptions: Sendable, Hashable {
  /// The program and its arguments, as they are: no shell sees them.
  public var command: [String]
  /// How many processes run at the same time.
  public var processes: Int
  /// How many requests a process may have before it: the next ones wait in its pipe while it answers the last.
  ///
  /// One that answers slowly gets fewer.
  public var window = 16
  /// How long a case may take, from when the process has nothing older to do.
  ///
  /// A long request gets up to six times as much.
  public var caseLimit: Duration = .seconds(10)
  /// How long a process may take to answer `initialize`.
  public var startLimit: Duration = .seconds(30)
  /// How long a process may take to end after `shutdown`.
  public var shutdownLimit: Duration = .seconds(1)
  /// How many bytes an answer may have.
  public var lineLimit = Wire.lineLimit
  /// How many processes may end one after the other without an answer to any case, before the rest is given up.
  public var fruitlessLimit = 20
  /// How many processes may fail to start one after the other, before the rest is given up.
  public var failedStartLimit = 3

  /// A command, and a process a core unless something else is said.
  public init(command: [String], processes: Int? = nil) {
    self.command = command
    self.processes = max(1, processes ?? ProcessInfo.processInfo.activeProcessorCount)
  }

  /// How long a case may take whose request has so many bytes: as much again for each megabyte, up to six times as
  /// much, because an adapter in debug mode on a busy machine needs seconds for ten thousand objects.
  func limit(ofBytes count: Int) -> Duration { caseLimit * (1 + min(5, Double(count) / 1_000_000)) }

  /// How many cases it takes to keep all processes busy.
  public var capacity: Int { processes * max(1, window) }
}
