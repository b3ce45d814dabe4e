extension FindingEntry {
  /// The payload of a read or write event.
  package static let payloads: [FindingCode: Self] = [
    .payloadCustom: FindingEntry(
      .warning,
      "META-5",
      hides: .objects,
      "the data of a read or write event is not an object",
      reason: "right for a custom event of that type, whose text does not begin like an object",
      consequence:
        "The event was taken for a custom event. If it is a read or a write, the objects in it were not looked at.",
      explanation:
        "A custom event that an app calls read or write, which is allowed (CUSTOM-8), or a payload that was replaced."
    ),
    .payloadNoJSON: FindingEntry(
      .error,
      "SERIAL-1",
      hides: .payload,
      "a payload is not JSON",
      consequence:
        "Which objects were accessed cannot be read from this event, or not for certain.",
      explanation: "A payload that was cut or changed after it was recorded."
    ),
    .payloadNotUTF8: FindingEntry(
      .error,
      "SERIAL-1",
      hides: .payload,
      "a payload is not in UTF-8",
      consequence: "What the payload says is uncertain. Nothing in it was checked.",
      explanation: "A payload that was damaged or changed after it was recorded."
    ),
    .payloadForm: FindingEntry(
      .error,
      "SERIAL-30",
      hides: .nothing,
      "a payload of edition core is not compact text with sorted keys",
      consequence: "Nothing is lost, but edition core did not write this text.",
      explanation:
        "A payload that was read and written again on the way, one that was changed by hand, or a trail of another edition (--edition)."
    ),
    .payloadKeyTwice: FindingEntry(
      .error,
      "SERIAL-1",
      hides: .payload,
      "an object in a payload has a key twice",
      consequence:
        "Readers of the payload may see two different values: some take the first, others the last.",
      explanation: "A change by hand, or a recorder that writes a property twice."
    ),
    .payloadTooDeep: FindingEntry(
      .warning,
      "TRAIL-4",
      hides: .payload,
      "a payload is too deep to be checked",
      reason: "that is a limit of the check, and the recorder may be right",
      consequence: "The payload was not checked; the rest of the event was.",
      explanation:
        "Links that are followed through many objects, or data that was made to exhaust programs that read it."
    ),
    .payloadTooLarge: FindingEntry(
      .warning,
      "TRAIL-4",
      hides: .payload,
      "a payload is too large to be checked",
      reason: "it inflates to more than the limit of the check, and the recorder may be right",
      consequence: "The payload was not checked; the rest of the event was.",
      explanation:
        "A read of very many objects, or data that was made to exhaust programs that read it."
    ),
    .payloadNoDeflate: FindingEntry(
      .error,
      "META-23",
      hides: .payload,
      "a compressed payload does not inflate",
      consequence: "Which objects were accessed is unknown: the payload cannot be decompressed.",
      explanation:
        "A payload that was cut or changed after it was recorded, or one that was compressed in another way."
    ),
    .payloadUncompressed: FindingEntry(
      .warning,
      "META-23",
      hides: .nothing,
      "a payload of edition 2022 is not compressed",
      reason: "a copy of the trail may have been inflated on purpose",
      consequence: "Nothing is lost: the payload was checked as it is.",
      explanation:
        "A copy whose payloads were decompressed on purpose, or a trail of another edition (--edition)."
    ),
    .readShape: FindingEntry(
      .error,
      "READ-1",
      hides: .payload,
      "the payload of a read is not a type with its value",
      reason: "it is not exactly `type`, a string, and `value`, an array",
      consequence: "Which objects were seen cannot be told, or only in part.",
      explanation: "A recorder with a format of its own, or a payload that was changed."
    ),
    .readEmpty: FindingEntry(
      .error,
      "READ-9",
      hides: .nothing,
      "a read holds no object",
      reason:
        "a query that finds nothing is not a read, and an event that has become empty is dropped",
      consequence: "The event claims that something was seen, and shows nothing.",
      explanation:
        "A recorder that records queries without a result, or objects that were removed from the payload."
    ),
    .elementNoObject: FindingEntry(
      .warning,
      "TRAIL-5",
      hides: .nothing,
      "what stands for an object is not an object",
      reason: "right if it is a custom representation",
      consequence: "What was accessed there cannot be compared with other events.",
      explanation: "A class with a custom representation, which may write anything (REPR-1)."
    ),
    .keyTwice: FindingEntry(
      .error,
      "TRAIL-6",
      hides: .nothing,
      "a list holds two objects with the same key",
      consequence: "One object is counted twice, or two objects share one key.",
      explanation:
        "A class whose primary key is not _id (--schema says which it is), or a recorder that does not combine what it records."
    ),
    .writeShape: FindingEntry(
      .error,
      "WRITE-7",
      hides: .payload,
      "the payload of a write holds something other than changes of classes",
      reason:
        "it is not an object of classes, or a class is not an object of `insertions`, `modifications` and `deletions`, each an array",
      consequence: "What was changed cannot be told, or only in part.",
      explanation: "A recorder with a format of its own, or a payload that was changed."
    ),
    .writeEmpty: FindingEntry(
      .error,
      "WRITE-5",
      hides: .nothing,
      "a write changes nothing",
      reason: "a transaction that changes nothing is not recorded",
      consequence: "The event claims that something was changed, and shows nothing.",
      explanation:
        "A recorder that records transactions without changes, or changes that were removed from the payload."
    ),
    .arrayEmpty: FindingEntry(
      .error,
      "WRITE-8",
      hides: .nothing,
      "a list of changes is empty",
      reason: "a class that has no lists is the same",
      consequence: "The event announces changes of a kind, and shows none.",
      explanation:
        "A recorder that writes empty lists, or changes that were removed from the payload."
    ),
    .insertedAndModified: FindingEntry(
      .error,
      "WRITE-11",
      hides: .nothing,
      "an object is inserted and modified in one event",
      reason: "a new object is an insertion only",
      consequence: "What the object was when it was created is stated twice.",
      explanation: "A recorder that does not combine the changes of a transaction."
    ),
    .modificationShape: FindingEntry(
      .error,
      "WRITE-13",
      hides: .payload,
      "a modification is not exactly an `oldValue` and a `newValue`",
      consequence: "What the object was before the change, or after it, is unknown.",
      explanation: "A recorder with a format of its own, or a payload that was changed."
    ),
    .newKey: FindingEntry(
      .warning,
      "TRAIL-7",
      hides: .nothing,
      "`newValue` has a key that `oldValue` lacks",
      reason:
        "right for a custom representation, and for a mixed value that was data before. In edition core, a decimal or data that becomes null is not reported (SERIAL-18)",
      consequence: "The object has a property after the change that it did not have before.",
      explanation: "A custom representation (REPR-3), or a mixed value that was binary data before."
    ),
    .valueUnchanged: FindingEntry(
      .error,
      "WRITE-16",
      hides: .nothing,
      "`newValue` has a value that is the same in `oldValue`",
      reason:
        "its type cannot hide a change (TRAIL-8). Without a schema a warning for a text or an integer: in a mixed property a link, a date or an id may be written like the text or number that it becomes",
      consequence: "A change is recorded where there was none: numbers of changes may be too high.",
      explanation:
        "A recorder that does not compare values, or an old value that was changed after it was recorded. Without a schema also a mixed property, in which a link or a date became its own text."
    ),
    .changeUnseen: FindingEntry(
      .info,
      "TRAIL-8",
      hides: .nothing,
      "`newValue` has a value that is written as in `oldValue` and may differ",
      reason:
        "the change may be in a value that is left out, in one that is written as null, or in what a mixed value is",
      consequence:
        "Something changed that the trail does not show, if the property is of a type that can hide it; --schema tells.",
      explanation:
        "Binary data, which is left out; NaN and the infinities, which are written as null; a mixed value that became another one of the same text; or a link to an object that was created anew."
    ),
    .modifiedAndDeleted: FindingEntry(
      .error,
      "WRITE-19",
      hides: .nothing,
      "an object is modified and deleted in one event",
      reason: "an object that is gone is a deletion only",
      consequence: "The event does not say for certain whether the object still exists.",
      explanation: "A recorder that does not combine the changes of a transaction."
    ),
    .keyChanged: FindingEntry(
      .error,
      "WRITE-31",
      hides: .nothing,
      "a modification changes the primary key",
      consequence: "The change cannot be attributed to one object.",
      explanation:
        "Two modifications that were mixed up, or a payload that was changed: a primary key never changes."
    ),
  ]
}
