/// One file of an event realm, as `Events.partitions()` describes it.
public struct EventPartition: Sendable, Hashable {
  /// What happens to a file.
  public enum State: String, Sendable, Hashable {
    /// New events are written to it.
    case open
    /// It is next to be sent, or being sent; when all of it was acknowledged it is deleted.
    case uploading
    /// It waits.
    case closed
  }

  /// `<prefix>-<objectId>`, the field `_partition` of its events.
  public var partition: String
  /// How many events it holds, acknowledged or not.
  public var eventCount: Int
  /// How many of them the server has acknowledged.
  public var acknowledgedCount: Int
  /// How large it is, without what SQLite has not yet moved into the file proper.
  public var byteCount: Int
  /// What happens to it.
  public var state: State
}
