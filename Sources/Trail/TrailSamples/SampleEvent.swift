/// An event of a sample before it has a line.
struct SampleEvent: Sendable {
  /// `read`, `write`, the type of a custom event, or nil for a custom event without one.
  var event: String?
  var activity: String
  /// The text of the payload, nil where there is none.
  var payload: String?
  var milliseconds: Int64
  /// The finding that this event was made for.
  var planted: String?

  /// Whether its payload is compressed in edition 2022.
  var isScoped = true
}

/// What is noted under one activity until it is committed.
struct SampleScope: Sendable {
  var activity = ""
  /// The largest number of events.
  var room = 0
  var events: [SampleEvent] = []
  var milliseconds: Int64 = 0
}

/// One phone or desk of a sample: whose events stand in one partition at a time.
struct SampleDevice: Sendable {
  var partition: String
  /// The metadata fields as the end of a line, beginning with a comma.
  var metadata: String
  /// Whether events carry the time of their scope's commit, which editions but core allow.
  let stampsAtCommit: Bool
  /// How many events went to the partition.
  var written = 0

  /// What a scope that stays open around others has noted.
  var outer: [SampleEvent] = []
  /// How many more scopes it stays open for; it is not open at zero.
  var outerScopes = 0
  var outerActivity = ""
}
