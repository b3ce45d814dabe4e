/// What both ends of the wire protocol agree on.
package enum Wire {
  /// The version of the protocol.
  package static let version: Int64 = 1

  /// How many bytes a message may have, unless someone says otherwise.
  package static let lineLimit = 64 << 20
}
