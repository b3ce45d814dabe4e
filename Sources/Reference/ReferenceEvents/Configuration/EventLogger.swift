/// How serious a logged failure is.
public enum EventLogLevel: String, Sendable {
  /// Events are missing, or were not uploaded.
  case error
  /// The process ends because of it.
  case critical
}

/// Where failures of an event realm are logged: a function, so that any logging library fits and none is linked.
public typealias EventLogger = @Sendable (_ level: EventLogLevel, _ message: String) -> Void
