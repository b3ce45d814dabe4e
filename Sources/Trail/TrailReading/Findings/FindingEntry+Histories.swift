extension FindingEntry {
  /// What the events of a trail say of the same objects.
  ///
  /// A trail need not hold everything that happened: only a check that is told the trail is complete makes errors of
  /// these.
  static let histories: [FindingCode: Self] = [
    .readContradicts: FindingEntry(
      .warning,
      "TRAIL-30",
      hides: .nothing,
      "a read shows a value that no event left",
      reason:
        "it was changed outside a scope, or one of the two events is wrong",
      consequence:
        "What the user saw, or what was recorded of it, is not explained by the events of the trail.",
      explanation:
        "A change outside a scope or by another client, changes of two devices that were merged into one list (MERGE-3), a link that was cleared because another device deleted its target (MERGE-7) or whose target is out of view (FLEX-76), an event that is missing, or one of the two events that was altered.",
      missing: "an event that leaves this value"
    ),
    .readStale: FindingEntry(
      .warning,
      "TRAIL-31",
      hides: .nothing,
      "a read shows a value that the same device had replaced",
      reason: "it may have been put back outside a scope",
      consequence: "According to the trail the device had replaced the value before it was seen.",
      explanation:
        "A value that was put back outside a scope, a change that the server refused, a link whose target is out of view (FLEX-76), a clock that was set, an event that is missing, or one that was altered.",
      missing: "an event that leaves this value"
    ),
    .readOfDeleted: FindingEntry(
      .warning,
      "TRAIL-32",
      hides: .nothing,
      "a read shows an object that the same device had deleted",
      reason:
        "it may have been created again outside a scope",
      consequence: "According to the trail the object was gone when it was seen.",
      explanation:
        "An object that was created again outside a scope, a clock that was set, an event that is missing, or one that was altered.",
      missing: "an event that creates the object again"
    ),
    .changeContradicts: FindingEntry(
      .warning,
      "TRAIL-33",
      hides: .nothing,
      "a change says that the object had a value before which no event left",
      reason: "as `read-contradicts`, also for a deletion",
      consequence: "The value before the change is not explained by the events of the trail.",
      explanation:
        "A change outside a scope or by another client, changes of two devices that were merged into one list (MERGE-3), a link that was cleared because another device deleted its target (MERGE-7) or whose target is out of view (FLEX-76), an event that is missing, or one of the two events that was altered.",
      missing: "an event that leaves this value"
    ),
    .changeStale: FindingEntry(
      .warning,
      "TRAIL-34",
      hides: .nothing,
      "a change says that the object had a value before which the same device had replaced",
      reason: "as `read-stale`, also for a deletion",
      consequence: "According to the trail the device had replaced the value before this change.",
      explanation:
        "A value that was put back outside a scope, a change that the server refused, a link whose target is out of view (FLEX-76), a clock that was set, an event that is missing, or one that was altered.",
      missing: "an event that leaves this value"
    ),
    .changeOfDeleted: FindingEntry(
      .warning,
      "TRAIL-35",
      hides: .nothing,
      "an object is changed or deleted that the same device had deleted",
      reason: "as `read-of-deleted`",
      consequence: "According to the trail the object was gone when it was changed.",
      explanation:
        "An object that was created again outside a scope, a clock that was set, an event that is missing, or one that was altered.",
      missing: "an event that creates the object again"
    ),
    .insertedTwice: FindingEntry(
      .warning,
      "TRAIL-36",
      hides: .nothing,
      "an object is inserted whose key the same device knew to be in use",
      reason: "the object may have been deleted outside a scope",
      consequence: "According to the trail the object existed already when it was created.",
      explanation:
        "An object that was deleted outside a scope, or by another device that did not know of its creation (MERGE-6), a clock that was set, an event that is missing, or one that was repeated.",
      missing: "an event that deletes the object"
    ),
    .neverInserted: FindingEntry(
      .error,
      "TRAIL-37",
      hides: .nothing,
      "an object of a complete trail was never inserted",
      reason:
        "only with `--complete`, since any other trail may begin long after its objects were created",
      consequence:
        "The trail does not show how the object came to be, so it does not have every change.",
      explanation:
        "A trail that begins later than the realm, an object that was created outside a scope, or an event that is missing.",
      missing: "an event that creates the object"
    ),
    .expansionUnread: FindingEntry(
      .warning,
      "LINK-4",
      hides: .nothing,
      "a link is shown in full whose target has no read of its own",
      reason:
        "its scope neither reads it later on nor replaces the link (LINK-23), and the export may end before it",
      consequence: "An object was shown to the user without an event that says so.",
      explanation:
        "An event that is missing, or a recorder that does not record the objects that links lead to."
    ),
    .expansionDiffers: FindingEntry(
      .warning,
      "LINK-21",
      hides: .nothing,
      "a link is shown in full with other values than its target was read with",
      reason:
        "no later read of the scope agrees, and those that do may not be in the export",
      consequence: "What was seen of the object is stated twice, in two ways.",
      explanation: "A change between the two reads, or one of the two events that was altered."
    ),
    .linkToDeleted: FindingEntry(
      .warning,
      "WRITE-21",
      hides: .nothing,
      "a link stays to an object that the same device had deleted",
      reason:
        "the object may have been created again outside a scope",
      consequence: "According to the trail the link leads to an object that is gone.",
      explanation:
        "A deletion or a change of the link outside a scope, an event that is missing, or one that was altered."
    ),
    .linkUnknown: FindingEntry(
      .error,
      "TRAIL-37",
      hides: .nothing,
      "a link of a complete trail leads to an object that is not in it",
      reason:
        "only with `--complete`, as `never-inserted`",
      consequence:
        "The trail does not show the object that the link leads to, so it does not have every change.",
      explanation:
        "A trail that begins later than the realm, an object that was created outside a scope, or an event that is missing."
    ),
    .eventCopied: FindingEntry(
      .warning,
      "TRAIL-41",
      hides: .nothing,
      "an event stands in two partitions",
      reason:
        "two devices of one user may do the same in the same millisecond, or an event be recorded by two scopes of one activity around the end of a partition",
      consequence: "One event is counted twice, and for a device that may not have written it.",
      explanation:
        "Events that were copied to another partition, or a device that changed its partition and uploaded again."
    ),
    .timeFarOff: FindingEntry(
      .warning,
      "TRAIL-42",
      hides: .nothing,
      "an event is decades away from the others of its partition",
      reason: "a device may have lost its clock (META-8)",
      consequence: "When the event happened is doubtful.",
      explanation: "A device whose clock was not set, or a timestamp that was altered."
    ),
    .idTime: FindingEntry(
      .info,
      "TRAIL-43",
      hides: .nothing,
      "a timestamp is not that of the objectIds, as others are",
      reason:
        "ids need not tell the time; where those of most events do, the others may have been changed",
      consequence: "When the event happened is doubtful: the ids were made at another time.",
      explanation:
        "A clock or a time zone that was set wrong, or timestamps that were altered or converted."
    ),
    .metadataPartial: FindingEntry(
      .info,
      "TRAIL-44",
      hides: .nothing,
      "about half the events of a partition lack a metadata field",
      reason: "an application may update its metadata at any time (META-14)",
      consequence: "Half the events do not say what the field is for, such as who acted.",
      explanation:
        "Users who signed in later, a version of the app that did not set the field yet, or a field that was removed or added later."
    ),
    .metadataCase: FindingEntry(
      .warning,
      "TRAIL-45",
      hides: .nothing,
      "the names of two metadata fields differ by case only",
      reason: "the names are two keys (CONFIG-11), and most likely one was meant",
      consequence:
        "What one field says of some events another one says of others: searches for one of the two miss events.",
      explanation: "Two versions of the app, or a field that was added later."
    ),
    .timeBackwards: FindingEntry(
      .warning,
      "TRAIL-38",
      hides: .nothing,
      "an event is earlier than the one before it in its scope",
      reason:
        "a complete trail may have this too: where a clock was set back (META-8), or two scopes of one activity were open at once",
      consequence: "The order of these events is uncertain, and with it what a user saw when.",
      explanation:
        "A clock that was set back, two scopes of one activity that were open at once, exports in another order than that of the events, or a timestamp that was altered."
    ),
    .newestFirst: FindingEntry(
      .info,
      "TRAIL-40",
      hides: .nothing,
      "the documents of a file are newest first",
      reason: "exports can be sorted that way; the check then takes them in the opposite order",
      consequence:
        "Nothing is lost: the documents were taken in the order in which they were stored.",
      explanation: "An export that was sorted with the newest document first."
    ),
    .anyOrder: FindingEntry(
      .info,
      "TRAIL-40",
      hides: .nothing,
      "the documents of a file are in no order",
      reason:
        "an export may be in any order; the check then takes all documents in the order of their times and ids",
      consequence:
        "In which order scopes were committed is not known, so a clock that was set back is not found.",
      explanation: "An export that was not sorted, or files that were put together."
    ),
    .orderUntold: FindingEntry(
      .info,
      "TRAIL-40",
      hides: .nothing,
      "whether events disagree depends on their order, which is not known",
      reason:
        "the documents are in no order, or too few to tell, and no ids that count say which event of a device was first",
      consequence:
        "What disagrees in one order may be right in another one, so nothing is held against these events.",
      explanation:
        "An export that was not sorted, whose events of one scope have one time, or whose device had a clock that was set back."
    ),
    .historyUnfollowed: FindingEntry(
      .info,
      "TRAIL-39",
      hides: .nothing,
      "the histories of some objects were not followed to the end",
      reason:
        "there are more objects, properties of a class, partitions of files or contradictions of an object than the check follows",
      consequence: "Contradictions about what was not followed are not found.",
      explanation:
        "More objects, properties or devices than the check has room for. Check fewer at once."
    ),
    .classUnfollowed: FindingEntry(
      .info,
      "TRAIL-47",
      hides: .nothing,
      "the objects of a class have no key that is known, and were not followed",
      reason:
        "without a schema, the check takes `_id` for the key; a complete trail may be of such objects too",
      consequence:
        "Contradictions about these objects are not found, and nothing is known of whether the trail has all of them.",
      explanation:
        "A class whose primary key has another name, which `--primary-key` or `--schema` tells, or one without a key, such as that of embedded objects."
    ),
  ]
}
