/// Is called once an event or a scope is on disk, or with what prevented it.
///
/// Never on the thread of the realm.
public typealias EventCompletion = @Sendable (EventError?) -> Void
