import Formats

/// A kind of finding: what is wrong in a trail, by a name that never changes.
///
/// The linter holds all of them against the Spec.
package enum FindingCode: String, Sendable, CaseIterable, Comparable {
  // Files and lines, and the fields of documents.
  case lineDamaged = "line-damaged"
  case lineNotUTF8 = "line-not-utf8"
  case lineNoObject = "line-no-object"
  case fieldTwice = "field-twice"
  case fileTruncated = "file-truncated"
  case fileCorrupt = "file-corrupt"
  case arrayDamaged = "array-damaged"
  case lineTooLong = "line-too-long"
  case idMissing = "id-missing"
  case idType = "id-type"
  case idTwice = "id-twice"
  case partitionMissing = "partition-missing"
  case partitionType = "partition-type"
  case partitionForm = "partition-form"
  case activityMissing = "activity-missing"
  case activityType = "activity-type"
  case activityField = "activity-field"
  case eventType = "event-type"
  case eventCase = "event-case"
  case dataType = "data-type"
  case dataMissing = "data-missing"
  case timestampMissing = "timestamp-missing"
  case timestampType = "timestamp-type"
  case metadataType = "metadata-type"
  case metadataKey = "metadata-key"
  case metadataMissing = "metadata-missing"

  // The payload of a read or write event.
  case payloadCustom = "payload-custom"
  case payloadNoJSON = "payload-no-json"
  case payloadNotUTF8 = "payload-not-utf8"
  case payloadForm = "payload-form"
  case payloadKeyTwice = "payload-key-twice"
  case payloadTooDeep = "payload-too-deep"
  case payloadTooLarge = "payload-too-large"
  case payloadNoDeflate = "payload-no-deflate"
  case payloadUncompressed = "payload-uncompressed"
  case readShape = "read-shape"
  case readEmpty = "read-empty"
  case elementNoObject = "element-no-object"
  case keyTwice = "key-twice"
  case writeShape = "write-shape"
  case writeEmpty = "write-empty"
  case arrayEmpty = "array-empty"
  case insertedAndModified = "inserted-and-modified"
  case modificationShape = "modification-shape"
  case newKey = "new-key"
  case valueUnchanged = "value-unchanged"
  case changeUnseen = "change-unseen"
  case modifiedAndDeleted = "modified-and-deleted"
  case keyChanged = "key-changed"

  // A value in a payload, held against the schema or against other events.
  case classUnknown = "class-unknown"
  case embeddedListed = "embedded-listed"
  case linkExpanded = "link-expanded"
  case propertyMissing = "property-missing"
  case propertyUnknown = "property-unknown"
  case typeNull = "type-null"
  case typeBool = "type-bool"
  case typeInt = "type-int"
  case typeString = "type-string"
  case typeDouble = "type-double"
  case typeDate = "type-date"
  case typeData = "type-data"
  case typeUUID = "type-uuid"
  case typeObjectId = "type-object-id"
  case typeDecimal = "type-decimal"
  case typeList = "type-list"
  case typeSet = "type-set"
  case typeDictionary = "type-dictionary"
  case typeEmbedded = "type-embedded"
  case typeLink = "type-link"
  case typeInconsistent = "type-inconsistent"
  case typesUnfollowed = "types-unfollowed"

  // What the events of a trail say of the same objects. A trail need not hold everything that happened: only a check that
  // is told the trail is complete makes errors of these.
  case readContradicts = "read-contradicts"
  case readStale = "read-stale"
  case readOfDeleted = "read-of-deleted"
  case changeContradicts = "change-contradicts"
  case changeStale = "change-stale"
  case changeOfDeleted = "change-of-deleted"
  case insertedTwice = "inserted-twice"
  case neverInserted = "never-inserted"
  case expansionUnread = "expansion-unread"
  case expansionDiffers = "expansion-differs"
  case linkToDeleted = "link-to-deleted"
  case linkUnknown = "link-unknown"
  case eventCopied = "event-copied"
  case timeFarOff = "time-far-off"
  case idTime = "id-time"
  case metadataPartial = "metadata-partial"
  case metadataCase = "metadata-case"
  case timeBackwards = "time-backwards"
  case newestFirst = "newest-first"
  case anyOrder = "any-order"
  case orderUntold = "order-untold"
  case historyUnfollowed = "history-unfollowed"
  case classUnfollowed = "class-unfollowed"

  // What a database has beside what the trail says. Only a check that is told the trail is complete makes errors of what
  // differs.
  case stateDiffers = "state-differs"
  case stateMissing = "state-missing"
  case stateOfDeleted = "state-of-deleted"
  case stateUnmentioned = "state-unmentioned"
  case stateType = "state-type"
  case stateKey = "state-key"
  case stateDamaged = "state-damaged"
  case stateLinkToNothing = "state-link-to-nothing"
  case stateFiner = "state-finer"
  case stateTableMissing = "state-table-missing"
  case stateTableExtra = "state-table-extra"

  /// How much a finding matters.
  package enum Level: String, Sendable, CaseIterable, Comparable {
    /// The documents promise otherwise.
    case error
    /// The documents may promise otherwise: there are trails in which it is right.
    case warning
    /// Worth knowing, and not a fault.
    case info

    private var weight: Int { self == .error ? 2 : self == .warning ? 1 : 0 }

    /// By weight: info, warning, error.
    package static func < (left: Self, right: Self) -> Bool { left.weight < right.weight }
  }

  /// What is looked at to find it; each level of checking includes those before it.
  package enum Stage: String, Sendable, CaseIterable, Comparable {
    /// Files, lines, and the fields of documents.
    case document
    /// What stands in the payloads.
    case payload
    /// The values in the payloads, held against a schema or against each other.
    case types
    /// What the events say of the same objects.
    case history
    /// What a database has of them: looked at where one is given.
    case state

    /// The levels that can be asked for.
    package static var levels: [Stage] { allCases.filter { $0 != .state } }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    /// In the order in which they build on each other.
    package static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }
  }

  /// By name.
  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

extension FindingCode: JSONValue {}
extension FindingCode.Level: JSONValue {}
extension FindingCode.Stage: JSONValue {}
