extension FindingEntry {
  /// Files and lines, and the fields of documents.
  package static let documents: [FindingCode: Self] = [
    .lineDamaged: FindingEntry(
      .error,
      "TRAIL-1",
      hides: .document,
      "a document is not JSON, or not BSON in a dump",
      reason: "it was cut off or changed after it was written",
      consequence: "What this document said is unknown. Nothing in it was checked.",
      explanation:
        "A file that was cut while it was written or copied, a line break within a document, or a change by hand."
    ),
    .lineNotUTF8: FindingEntry(
      .error,
      "TRAIL-1",
      hides: .document,
      "a document is not in UTF-8",
      reason: "it was changed after it was written",
      consequence: "What this document said is uncertain. Nothing in it was checked.",
      explanation:
        "Bytes that were damaged on a disk or on the way, or a program that saved the file in another encoding."
    ),
    .lineNoObject: FindingEntry(
      .error,
      "TRAIL-1",
      hides: .document,
      "what stands for a document is not a JSON object",
      consequence: "No event can be read from it.",
      explanation: "An export of something else, or lines that another program added."
    ),
    .fieldTwice: FindingEntry(
      .error,
      "TRAIL-2",
      hides: .document,
      "a document has a field twice",
      reason: "readers take the first or the last value of it, and see different trails",
      consequence:
        "Readers of the trail may see two different events: some take the first value of the field, others the last.",
      explanation:
        "Two documents that were joined, or a change after the export: a database stores each field once."
    ),
    .fileTruncated: FindingEntry(
      .error,
      "TRAIL-3",
      hides: .rest,
      "the end of a file is missing",
      reason: "what is missing may be anything",
      consequence: "The events behind this place are missing, and their number is unknown.",
      explanation:
        "An export or a copy that was interrupted. Export the collection again, or compare with another copy."
    ),
    .fileCorrupt: FindingEntry(
      .error,
      "TRAIL-3",
      hides: .rest,
      "compressed data or a dump is damaged",
      reason:
        "it cannot be read from here on, or an archive's checksum shows that documents were changed",
      consequence: "Nothing behind this place was checked.",
      explanation:
        "A damaged disk or copy, or something that was appended to the file. Compare with another copy."
    ),
    .arrayDamaged: FindingEntry(
      .error,
      "TRAIL-3",
      hides: .document,
      "something else stands between documents",
      consequence:
        "What was found between the documents was not checked; the documents around it were.",
      explanation: "Exports that were joined by hand, or a file that was edited."
    ),
    .lineTooLong: FindingEntry(
      .error,
      "TRAIL-46",
      hides: .document,
      "a document is too long to be checked",
      reason:
        "nothing is known about a document that was not read, so the trail cannot be called sound",
      consequence: "The document was not checked.",
      explanation:
        "A missing line break between many documents, or a payload larger than a database stores. --max-document-bytes raises the limit."
    ),
    .idMissing: FindingEntry(
      .error,
      "META-1",
      hides: .nothing,
      "a document has no `_id`",
      consequence:
        "The event cannot be referred to, and a copy of it cannot be told from a second event.",
      explanation: "An export without the field, or a document that a recorder did not write."
    ),
    .idType: FindingEntry(
      .error,
      "META-1",
      hides: .field,
      "`_id` is not an objectId",
      consequence:
        "The event cannot be referred to as recorders do, and copies of it are not found.",
      explanation:
        "A collection that was imported with other ids, or a document that a recorder did not write."
    ),
    .idTwice: FindingEntry(
      .error,
      "META-1",
      hides: .nothing,
      "two documents have the same `_id`",
      reason: "an export was added twice, or an event was",
      consequence:
        "One event is counted twice, or two events share one name: numbers of accesses may be too high.",
      explanation:
        "Exports that overlap, a file that was given twice, or an event that was stored twice."
    ),
    .partitionMissing: FindingEntry(
      .error,
      "META-2",
      hides: .nothing,
      "a document has no `_partition`",
      consequence:
        "The device that wrote the event is unknown, so its place among the events of a device is unknown too.",
      explanation: "An export without the field, or a document that a recorder did not write."
    ),
    .partitionType: FindingEntry(
      .error,
      "META-2",
      hides: .field,
      "`_partition` is not a string",
      consequence:
        "The device that wrote the event is unknown, so its place among the events of a device is unknown too.",
      explanation: "A document that was changed, or that a recorder did not write."
    ),
    .partitionForm: FindingEntry(
      .error,
      "META-2",
      hides: .nothing,
      "`_partition` is not a prefix with a hyphen and 24 lowercase hexadecimal digits",
      consequence: "The device that wrote the event cannot be told for certain.",
      explanation:
        "A migration that renamed partitions, or a recorder that names them in its own way."
    ),
    .activityMissing: FindingEntry(
      .error,
      "META-3",
      hides: .nothing,
      "a document has no activity",
      consequence: "The event does not say why data was accessed.",
      explanation:
        "A check for the wrong edition (--edition), an export without the field, or a recorder that does not write it."
    ),
    .activityType: FindingEntry(
      .error,
      "META-3",
      hides: .field,
      "the activity is not a string",
      consequence: "The event does not say, in words, why data was accessed.",
      explanation: "A document that was changed, or a recorder that numbers activities."
    ),
    .activityField: FindingEntry(
      .error,
      "META-22",
      hides: .nothing,
      "the activity stands in another edition's field",
      reason: "most likely the edition of the check is wrong",
      consequence:
        "Nothing is lost: the event was checked as if the field had its name of this edition.",
      explanation: "Most likely the trail is of another edition. Check it again with --edition."
    ),
    .eventType: FindingEntry(
      .error,
      "META-4",
      hides: .field,
      "event is neither a string nor absent",
      reason: "null is the same as absent",
      consequence:
        "Whether this is a read, a write or a custom event is unknown. Its data was not looked into.",
      explanation: "A document that was changed, or a recorder that numbers the kinds of events."
    ),
    .eventCase: FindingEntry(
      .warning,
      "META-4",
      hides: .objects,
      "the type of an event differs from read or write by case only",
      reason: "`Read`, `WRITE` and the like are right for custom events of these types",
      consequence:
        "The event was taken for a custom event. If it is a read or a write, the objects in it were not looked at.",
      explanation:
        "A custom event of that name, or a recorder that writes the type with a capital letter."
    ),
    .dataType: FindingEntry(
      .error,
      "META-5",
      hides: .payload,
      "data is neither a string nor absent",
      reason: "null is the same as absent, and with edition 2022 it may be binary",
      consequence: "What was read or written is unknown.",
      explanation:
        "A migration that stored payloads as objects, or compressed payloads of edition 2022."
    ),
    .dataMissing: FindingEntry(
      .warning,
      "META-5",
      hides: .objects,
      "a read or write event has no data",
      reason: "right for a custom event of that type",
      consequence: "Which objects were accessed is unknown.",
      explanation: "A copy without payloads, or a payload that was removed."
    ),
    .timestampMissing: FindingEntry(
      .error,
      "META-6",
      hides: .nothing,
      "a document has no timestamp",
      consequence: "When the event happened is unknown. It takes no part in comparisons of time.",
      explanation: "An export without the field, or a document that a recorder did not write."
    ),
    .timestampType: FindingEntry(
      .error,
      "META-6",
      hides: .field,
      "timestamp is not a date",
      consequence: "When the event happened is unknown. It takes no part in comparisons of time.",
      explanation:
        "An export in another form than Extended JSON, or dates that were stored as text."
    ),
    .metadataType: FindingEntry(
      .error,
      "META-9",
      hides: .field,
      "a field of the metadata is not a string",
      reason: "null is right for a field that other events have",
      consequence:
        "What the field should say of the event, such as who acted, is not written as recorders write it.",
      explanation:
        "A field that was added after the event was recorded, or a recorder that writes other types."
    ),
    .metadataKey: FindingEntry(
      .error,
      "CONFIG-8",
      hides: .nothing,
      "the name of a metadata field is empty or longer than 63 bytes",
      reason: "no configuration allows such a name",
      consequence: "A configuration of a recorder could not have named this field.",
      explanation: "A field that was added after the event was recorded."
    ),
    .metadataMissing: FindingEntry(
      .error,
      "TRAIL-70",
      hides: .nothing,
      "an event lacks a metadata field that is required",
      reason:
        "`--require` names it, and it is absent, null, empty or blank, so the trail does not say what was asked of it",
      consequence: "The trail does not say of this event what the field is for, such as who acted.",
      explanation:
        "A version of the app that did not set the field yet, an event before the user signed in, or a copy from which the field was removed."
    ),
  ]
}
