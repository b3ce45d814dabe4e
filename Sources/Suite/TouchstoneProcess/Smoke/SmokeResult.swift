/// What came of one probe.
public struct SmokeResult: Sendable, Hashable {
  /// Where a fault most likely is.
  public enum Suspect: Sendable, Hashable {
    /// The program does not even start.
    case command
    /// What stands between the wire and the recorder.
    case adapter
    /// The recorder itself.
    case recorder
  }

  /// What the probe is about, as something that works.
  public var title: String
  /// What is wrong, a sentence each; empty if it works.
  public var faults: [String]
  /// Where to look first if something is wrong.
  public var advice: String
  /// Where the fault most likely is.
  public var suspect: Suspect
  /// The end of what the program wrote to its log meanwhile, if something is wrong.
  public var log: String?
  /// Whether there was an answer at all: without one, further probes tell nothing.
  public var isAnswered = true

  /// Why it could not be tried, if the program does not offer what it takes yet.
  public var lack: String?

  /// The classes that the program offers, where the probe is about what it is.
  public var classes: [String] = []

  /// Whether it works, as far as it could be tried.
  public var isGood: Bool { faults.isEmpty }
}
