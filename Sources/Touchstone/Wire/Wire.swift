/// What both ends of the wire protocol agree on.
public enum Wire {
  /// The version of the protocol.
  public static let version: Int64 = 1

  /// How many bytes a message may have, unless someone says otherwise.
  public static let lineLimit = 64 << 20
}
