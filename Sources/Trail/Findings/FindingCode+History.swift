/// What the events of a trail say of the same objects.
///
/// These are warnings, because a trail need not hold everything that happened; a check that is told the trail is
/// complete makes errors of them.
extension FindingCode {
  static let readContradicts = FindingCode(
    "read-contradicts",
    .warning,
    .history,
    "TRAIL-30",
    "a read shows a value that no event left"
  )
  static let readStale = FindingCode(
    "read-stale",
    .warning,
    .history,
    "TRAIL-31",
    "a read shows a value that the same device had replaced"
  )
  static let readOfDeleted = FindingCode(
    "read-of-deleted",
    .warning,
    .history,
    "TRAIL-32",
    "a read shows an object that the same device had deleted"
  )
  static let changeContradicts = FindingCode(
    "change-contradicts",
    .warning,
    .history,
    "TRAIL-33",
    "a change says that the object had a value before which no event left"
  )
  static let changeStale = FindingCode(
    "change-stale",
    .warning,
    .history,
    "TRAIL-34",
    "a change says that the object had a value before which the same device had replaced"
  )
  static let changeOfDeleted = FindingCode(
    "change-of-deleted",
    .warning,
    .history,
    "TRAIL-35",
    "an object is changed or deleted that the same device had deleted"
  )
  static let insertedTwice = FindingCode(
    "inserted-twice",
    .warning,
    .history,
    "TRAIL-36",
    "an object is inserted whose key the same device knew to be in use"
  )
  static let neverInserted = FindingCode(
    "never-inserted",
    .error,
    .history,
    "TRAIL-37",
    "an object of a complete trail was never inserted"
  )
  static let timeBackwards = FindingCode(
    "time-backwards",
    .warning,
    .history,
    "TRAIL-38",
    "an event is earlier than the one before it in its scope"
  )
  static let historyUnfollowed = FindingCode(
    "history-unfollowed",
    .info,
    .history,
    "TRAIL-39",
    "the histories of some objects were not followed to the end"
  )

  static let history: [FindingCode] = [
    readContradicts, readStale, readOfDeleted, changeContradicts, changeStale, changeOfDeleted,
    insertedTwice, neverInserted, timeBackwards, historyUnfollowed,
  ]
}
