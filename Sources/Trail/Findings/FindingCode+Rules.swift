extension FindingCode {
  /// How much it matters, unless the check says otherwise.
  package var level: Level { rule.level }
  /// What is looked at to find it.
  package var stage: Stage { rule.stage }
  /// The requirement that is violated, such as `META-1`.
  package var requirement: String { rule.requirement }
  /// What is wrong, in one line.
  package var meaning: String { rule.meaning }

  /// What is known of a code.
  private struct Rule {
    let level: Level
    let stage: Stage
    let requirement: String
    let meaning: String

    static func document(_ requirement: String, _ meaning: String, _ level: Level = .error) -> Rule
    {
      Rule(level: level, stage: .document, requirement: requirement, meaning: meaning)
    }

    static func payload(_ requirement: String, _ meaning: String, _ level: Level = .error) -> Rule {
      Rule(level: level, stage: .payload, requirement: requirement, meaning: meaning)
    }

    static func types(_ requirement: String, _ meaning: String, _ level: Level = .error) -> Rule {
      Rule(level: level, stage: .types, requirement: requirement, meaning: meaning)
    }

    static func history(_ requirement: String, _ meaning: String, _ level: Level = .warning) -> Rule
    {
      Rule(level: level, stage: .history, requirement: requirement, meaning: meaning)
    }
  }

  private var rule: Rule {
    switch self {
    case .lineDamaged: .document("TRAIL-1", "a document is not JSON, or not BSON in a dump")
    case .lineNotUTF8: .document("TRAIL-1", "a document is not in UTF-8")
    case .lineNoObject: .document("TRAIL-1", "what stands for a document is not a JSON object")
    case .fieldTwice: .document("TRAIL-2", "a document has a field twice")
    case .fileTruncated: .document("TRAIL-3", "the end of a file is missing")
    case .fileCorrupt: .document("TRAIL-3", "compressed data or a dump is damaged")
    case .arrayDamaged: .document("TRAIL-3", "something else stands between documents")
    case .lineTooLong: .document("TRAIL-4", "a document is too long to be checked")
    case .idMissing: .document("META-1", "a document has no _id")
    case .idType: .document("META-1", "_id is not an objectId")
    case .idTwice: .document("META-1", "two documents have the same _id")
    case .partitionMissing: .document("META-2", "a document has no _partition")
    case .partitionType: .document("META-2", "_partition is not a string")
    case .partitionForm:
      .document(
        "META-2",
        "_partition is not a prefix with a hyphen and 24 lowercase hexadecimal digits"
      )
    case .activityMissing: .document("META-3", "a document has no activity")
    case .activityType: .document("META-3", "the activity is not a string")
    case .activityField: .document("META-22", "the activity stands in another edition's field")
    case .eventType: .document("META-4", "event is neither a string nor absent")
    case .eventCase:
      .document("META-4", "the type of an event differs from read or write by case only", .warning)
    case .dataType: .document("META-5", "data is neither a string nor absent")
    case .dataMissing: .document("META-5", "a read or write event has no data", .warning)
    case .timestampMissing: .document("META-6", "a document has no timestamp")
    case .timestampType: .document("META-6", "timestamp is not a date")
    case .metadataType: .document("META-9", "a field of the metadata is not a string")
    case .metadataKey:
      .document("CONFIG-8", "the name of a metadata field is empty or longer than 63 bytes")
    case .metadataMissing:
      .document("TRAIL-70", "an event lacks a metadata field that is required")
    case .payloadCustom:
      .payload("META-5", "the data of a read or write event is not an object", .warning)
    case .payloadNoJSON: .payload("SERIAL-1", "a payload is not JSON")
    case .payloadNotUTF8: .payload("SERIAL-1", "a payload is not in UTF-8")
    case .payloadKeyTwice: .payload("SERIAL-1", "an object in a payload has a key twice")
    case .payloadTooDeep: .payload("TRAIL-4", "a payload is too deep to be checked", .warning)
    case .payloadTooLarge: .payload("TRAIL-4", "a payload is too large to be checked", .warning)
    case .payloadNoDeflate: .payload("META-23", "a compressed payload does not inflate")
    case .payloadUncompressed:
      .payload("META-23", "a payload of edition 2022 is not compressed", .warning)
    case .readShape: .payload("READ-1", "the payload of a read is not a type with its value")
    case .readEmpty: .payload("READ-9", "a read holds no object")
    case .elementNoObject:
      .payload("TRAIL-5", "what stands for an object is not an object", .warning)
    case .keyTwice: .payload("TRAIL-6", "a list holds two objects with the same key")
    case .writeShape:
      .payload("WRITE-7", "the payload of a write holds something other than changes of classes")
    case .writeEmpty: .payload("WRITE-5", "a write changes nothing")
    case .arrayEmpty: .payload("WRITE-8", "a list of changes is empty")
    case .insertedAndModified:
      .payload("WRITE-11", "an object is inserted and modified in one event")
    case .modificationShape:
      .payload("WRITE-13", "a modification is not exactly an oldValue and a newValue")
    case .newKey: .payload("TRAIL-7", "newValue has a key that oldValue lacks", .warning)
    case .valueUnchanged: .payload("WRITE-16", "newValue has a value that is the same in oldValue")
    case .changeUnseen:
      .payload(
        "TRAIL-8",
        "newValue has a value that is written as in oldValue and may differ",
        .info
      )
    case .modifiedAndDeleted: .payload("WRITE-19", "an object is modified and deleted in one event")
    case .keyChanged: .payload("WRITE-31", "a modification changes the primary key")
    case .classUnknown: .types("TRAIL-9", "the schema lacks a class")
    case .embeddedListed:
      .types("WRITE-23", "embedded objects are listed as inserted or deleted")
    case .linkExpanded: .types("LINK-24", "a write shows a link in full")
    case .propertyMissing: .types("SERIAL-2", "a complete object lacks a property")
    case .propertyUnknown:
      .types("SERIAL-2", "an object has a key that is not a property of its class")
    case .typeNull: .types("WRITE-35", "a property that is not optional is null")
    case .typeBool: .types("SERIAL-4", "a bool is neither true nor false")
    case .typeInt: .types("SERIAL-5", "an int is not an integer literal of 64 bits")
    case .typeString: .types("SERIAL-6", "a string is not written as a string")
    case .typeDouble: .types("SERIAL-7", "a float or double is not a finite number")
    case .typeDate:
      .types("SERIAL-11", "a date is not written as ISO 8601 in UTC with milliseconds")
    case .typeData: .types("SERIAL-13", "data is not left out")
    case .typeUUID: .types("SERIAL-16", "a UUID is not 32 lowercase hexadecimal digits in groups")
    case .typeObjectId: .types("SERIAL-17", "an objectId is not 24 lowercase hexadecimal digits")
    case .typeDecimal: .types("SERIAL-18", "a decimal128 is not the text of a decimal")
    case .typeList: .types("SERIAL-19", "a list is not an array")
    case .typeSet: .types("SERIAL-20", "a set is not an array in which each element stands once")
    case .typeDictionary: .types("SERIAL-21", "a dictionary is not an object")
    case .typeEmbedded: .types("SERIAL-23", "an embedded object is not written as one")
    case .typeLink:
      .types("SERIAL-24", "a link is neither a primary key nor the object it leads to")
    case .typeInconsistent: .types("TRAIL-10", "a property has values of different types", .warning)
    case .typesUnfollowed:
      .types("TRAIL-20", "the types of some properties were not compared", .info)
    case .readContradicts: .history("TRAIL-30", "a read shows a value that no event left")
    case .readStale: .history("TRAIL-31", "a read shows a value that the same device had replaced")
    case .readOfDeleted:
      .history("TRAIL-32", "a read shows an object that the same device had deleted")
    case .changeContradicts:
      .history("TRAIL-33", "a change says that the object had a value before which no event left")
    case .changeStale:
      .history(
        "TRAIL-34",
        "a change says that the object had a value before which the same device had replaced"
      )
    case .changeOfDeleted:
      .history("TRAIL-35", "an object is changed or deleted that the same device had deleted")
    case .insertedTwice:
      .history("TRAIL-36", "an object is inserted whose key the same device knew to be in use")
    case .neverInserted:
      .history("TRAIL-37", "an object of a complete trail was never inserted", .error)
    case .timeBackwards:
      .history("TRAIL-38", "an event is earlier than the one before it in its scope")
    case .expansionUnread:
      .history("LINK-4", "a link is shown in full whose target has no read of its own")
    case .expansionDiffers:
      .history("LINK-21", "a link is shown in full with other values than its target was read with")
    case .linkToDeleted:
      .history("WRITE-21", "a link stays to an object that the same device had deleted")
    case .linkUnknown:
      .history(
        "TRAIL-37",
        "a link of a complete trail leads to an object that is not in it",
        .error
      )
    case .eventCopied: .history("TRAIL-41", "an event stands in two partitions")
    case .timeFarOff:
      .history("TRAIL-42", "an event is decades away from the others of its partition")
    case .idTime:
      .history("TRAIL-43", "a timestamp is not that of the objectIds, as others are", .info)
    case .metadataPartial:
      .history("TRAIL-44", "about half the events of a partition lack a metadata field", .info)
    case .metadataCase:
      .history("TRAIL-45", "the names of two metadata fields differ by case only")
    case .newestFirst:
      .history("TRAIL-40", "the documents of a file are newest first", .info)
    case .historyUnfollowed:
      .history("TRAIL-39", "the histories of some objects were not followed to the end", .info)
    }
  }
}
