/// What someone needs to know of a kind of finding who has to answer for the trail.
package struct FindingText: Sendable {
  /// What follows from it for whoever relies on the trail.
  package let consequence: String
  /// What may have caused it, the harmless first.
  package let explanation: String

  fileprivate init(_ consequence: String, _ explanation: String) {
    (self.consequence, self.explanation) = (consequence, explanation)
  }
}

extension FindingCode {
  /// What follows from a finding, and what may explain it; `meaning` says what was found.
  ///
  /// Nil only for a code that has no entry yet, which a test finds.
  package var text: FindingText? { Self.texts[rawValue] }

  private static let texts: [String: FindingText] = [
    // Files and documents
    "line-damaged": FindingText(
      "What this document said is unknown. Nothing in it was checked.",
      "A file that was cut while it was written or copied, a line break within a document, or a change by hand."
    ),
    "line-not-utf8": FindingText(
      "What this document said is uncertain. Nothing in it was checked.",
      "Bytes that were damaged on a disk or on the way, or a program that saved the file in another encoding."
    ),
    "line-no-object": FindingText(
      "No event can be read from it.",
      "An export of something else, or lines that another program added."
    ),
    "field-twice": FindingText(
      "Readers of the trail may see two different events: some take the first value of the field, others the last.",
      "Two documents that were joined, or a change after the export: a database stores each field once."
    ),
    "file-truncated": FindingText(
      "The events behind this place are missing, and nobody can tell how many.",
      "An export or a copy that was interrupted. Export the collection again, or compare with another copy."
    ),
    "file-corrupt": FindingText(
      "Nothing behind this place was checked.",
      "A damaged disk or copy, or something that was appended to the file. Compare with another copy."
    ),
    "array-damaged": FindingText(
      "What was found between the documents was not checked; the documents around it were.",
      "Exports that were joined by hand, or a file that was edited."
    ),
    "line-too-long": FindingText(
      "The document was not checked.",
      "A missing line break between many documents, or a payload larger than a database stores. --max-document-bytes raises the limit."
    ),
    "id-missing": FindingText(
      "Nobody can refer to the event, or tell a copy of it from a second event.",
      "An export without the field, or a document that a recorder did not write."
    ),
    "id-type": FindingText(
      "Nobody can refer to the event as recorders do, and copies of it are not found.",
      "A collection that was imported with other ids, or a document that a recorder did not write."
    ),
    "id-twice": FindingText(
      "One event is counted twice, or two events share one name: numbers of accesses may be too high.",
      "Exports that overlap, a file that was given twice, or an event that was stored twice."
    ),
    "partition-missing": FindingText(
      "The device that wrote the event is unknown, so its place among the events of a device is unknown too.",
      "An export without the field, or a document that a recorder did not write."
    ),
    "partition-type": FindingText(
      "The device that wrote the event is unknown, so its place among the events of a device is unknown too.",
      "A document that was changed, or that a recorder did not write."
    ),
    "partition-form": FindingText(
      "The device that wrote the event cannot be told for certain.",
      "A migration that renamed partitions, or a recorder that names them in its own way."
    ),
    "activity-missing": FindingText(
      "The event does not say why data was accessed.",
      "A check for the wrong edition (--edition), an export without the field, or a recorder that does not write it."
    ),
    "activity-type": FindingText(
      "The event does not say, in words, why data was accessed.",
      "A document that was changed, or a recorder that numbers activities."
    ),
    "activity-field": FindingText(
      "Nothing is lost: the event was checked as if the field had its name of this edition.",
      "Most likely the trail is of another edition. Check it again with --edition."
    ),
    "event-type": FindingText(
      "Whether this is a read, a write or a custom event is unknown. Its data was not looked into.",
      "A document that was changed, or a recorder that numbers the kinds of events."
    ),
    "data-type": FindingText(
      "What was read or written is unknown.",
      "A migration that stored payloads as objects, or compressed payloads of edition 2022."
    ),
    "data-missing": FindingText(
      "Which objects were accessed is unknown.",
      "A copy without payloads, or a payload that was removed."
    ),
    "timestamp-missing": FindingText(
      "When the event happened is unknown. It takes no part in comparisons of time.",
      "An export without the field, or a document that a recorder did not write."
    ),
    "timestamp-type": FindingText(
      "When the event happened is unknown. It takes no part in comparisons of time.",
      "An export in another form than Extended JSON, or dates that were stored as text."
    ),
    "metadata-type": FindingText(
      "What the field should say of the event, such as who acted, is not written as recorders write it.",
      "A field that was added after the event was recorded, or a recorder that writes other types."
    ),
    "metadata-key": FindingText(
      "A configuration of a recorder could not have named this field.",
      "A field that was added after the event was recorded."
    ),
    "metadata-missing": FindingText(
      "The trail does not say of this event what the field is for, such as who acted.",
      "A version of the app that did not set the field yet, an event before the user signed in, or a copy from which the field was removed."
    ),
    "event-case": FindingText(
      "The event was taken for a custom event. If it is a read or a write, the objects in it were not looked at.",
      "A custom event of that name, or a recorder that writes the type with a capital letter."
    ),
    // Payloads
    "payload-no-json": FindingText(
      "Which objects were accessed cannot be read from this event, or not for certain.",
      "A payload that was cut or changed after it was recorded."
    ),
    "payload-custom": FindingText(
      "The event was taken for a custom event. If it is a read or a write, the objects in it were not looked at.",
      "A custom event that an app calls read or write, which is allowed (CUSTOM-8), or a payload that was replaced."
    ),
    "payload-not-utf8": FindingText(
      "What the payload says is uncertain. Nothing in it was checked.",
      "A payload that was damaged or changed after it was recorded."
    ),
    "payload-key-twice": FindingText(
      "Readers of the payload may see two different values: some take the first, others the last.",
      "A change by hand, or a recorder that writes a property twice."
    ),
    "payload-too-deep": FindingText(
      "The payload was not checked; the rest of the event was.",
      "Links that are followed through many objects, or data that was made to exhaust programs that read it."
    ),
    "payload-too-large": FindingText(
      "The payload was not checked; the rest of the event was.",
      "A read of very many objects, or data that was made to exhaust programs that read it."
    ),
    "payload-no-deflate": FindingText(
      "Which objects were accessed is unknown: the payload cannot be decompressed.",
      "A payload that was cut or changed after it was recorded, or one that was compressed in another way."
    ),
    "payload-uncompressed": FindingText(
      "Nothing is lost: the payload was checked as it is.",
      "A copy whose payloads were decompressed on purpose, or a trail of another edition (--edition)."
    ),
    "read-shape": FindingText(
      "Which objects were seen cannot be told, or only in part.",
      "A recorder with a format of its own, or a payload that was changed."
    ),
    "read-empty": FindingText(
      "The event claims that something was seen, and shows nothing.",
      "A recorder that records queries without a result, or objects that were removed from the payload."
    ),
    "element-no-object": FindingText(
      "What was accessed there cannot be compared with other events.",
      "A class with a custom representation, which may write anything (REPR-1)."
    ),
    "key-twice": FindingText(
      "One object is counted twice, or two objects share one key.",
      "A class whose primary key is not _id (--schema says which it is), or a recorder that does not combine what it records."
    ),
    "write-shape": FindingText(
      "What was changed cannot be told, or only in part.",
      "A recorder with a format of its own, or a payload that was changed."
    ),
    "write-empty": FindingText(
      "The event claims that something was changed, and shows nothing.",
      "A recorder that records transactions without changes, or changes that were removed from the payload."
    ),
    "array-empty": FindingText(
      "The event announces changes of a kind, and shows none.",
      "A recorder that writes empty lists, or changes that were removed from the payload."
    ),
    "inserted-and-modified": FindingText(
      "What the object was when it was created is stated twice.",
      "A recorder that does not combine the changes of a transaction."
    ),
    "modification-shape": FindingText(
      "What the object was before the change, or after it, is unknown.",
      "A recorder with a format of its own, or a payload that was changed."
    ),
    "new-key": FindingText(
      "The object has a property after the change that it did not have before.",
      "A custom representation (REPR-3), or a mixed value that was binary data before."
    ),
    "value-unchanged": FindingText(
      "A change is recorded where there was none: numbers of changes may be too high.",
      "A recorder that does not compare values, or an old value that was changed after it was recorded. Without a schema also a mixed property, in which a link or a date became its own text."
    ),
    "change-unseen": FindingText(
      "Something changed that the trail does not show, if the property is of a type that can hide it; --schema tells.",
      "Binary data, which is left out; NaN and the infinities, which are written as null; a mixed value that became another one of the same text; or a link to an object that was created anew."
    ),
    "modified-and-deleted": FindingText(
      "The event does not say for certain whether the object still exists.",
      "A recorder that does not combine the changes of a transaction."
    ),
    "key-changed": FindingText(
      "The change cannot be attributed to one object.",
      "Two modifications that were mixed up, or a payload that was changed: a primary key never changes."
    ),
    // Types
    "class-unknown": FindingText(
      "The objects of this class were not compared with the schema.",
      "A schema of another version of the app, or events of another realm in the trail."
    ),
    "property-missing": FindingText(
      "A part of the object is not recorded.",
      "A schema that is newer than the events, or a value that was removed from the payload."
    ),
    "property-unknown": FindingText(
      "The object has a value about which the schema says nothing.",
      "A schema that is older or newer than the events, or a value that was added to the payload."
    ),
    "type-null": FindingText(
      "A value is missing that every object has.",
      "A schema that is newer than the events, or a value that was removed from the payload."
    ),
    "type-bool": FindingText(
      "The value may not mean what it seems to mean, and programs that rely on the schema cannot read it.",
      "A schema of another version of the app, a recorder that writes this type differently, or a value that was changed after it was recorded."
    ),
    "type-int": FindingText(
      "The value may not mean what it seems to mean, and programs that rely on the schema cannot read it.",
      "A schema of another version of the app, a recorder that writes this type differently, or a value that was changed after it was recorded."
    ),
    "type-string": FindingText(
      "The value may not mean what it seems to mean, and programs that rely on the schema cannot read it.",
      "A schema of another version of the app, a recorder that writes this type differently, or a value that was changed after it was recorded."
    ),
    "type-double": FindingText(
      "The value may not mean what it seems to mean, and programs that rely on the schema cannot read it.",
      "A schema of another version of the app, a recorder that writes this type differently, or a value that was changed after it was recorded."
    ),
    "type-date": FindingText(
      "The value may not mean what it seems to mean, and programs that rely on the schema cannot read it.",
      "A schema of another version of the app, a recorder that writes this type differently, or a value that was changed after it was recorded."
    ),
    "type-data": FindingText(
      "The payload contains binary data that recorders leave out: it may say more than it should.",
      "A recorder that writes binary data, or a schema of another version of the app."
    ),
    "type-uuid": FindingText(
      "The value may not mean what it seems to mean, and programs that rely on the schema cannot read it.",
      "A schema of another version of the app, a recorder that writes this type differently, or a value that was changed after it was recorded."
    ),
    "type-object-id": FindingText(
      "The value may not mean what it seems to mean, and programs that rely on the schema cannot read it.",
      "A schema of another version of the app, a recorder that writes this type differently, or a value that was changed after it was recorded."
    ),
    "type-decimal": FindingText(
      "The value may not mean what it seems to mean, and programs that rely on the schema cannot read it.",
      "A schema of another version of the app, a recorder that writes this type differently, or a value that was changed after it was recorded."
    ),
    "type-list": FindingText(
      "The value may not mean what it seems to mean, and programs that rely on the schema cannot read it.",
      "A schema of another version of the app, a recorder that writes this type differently, or a value that was changed after it was recorded."
    ),
    "type-set": FindingText(
      "The value may not mean what it seems to mean, and programs that rely on the schema cannot read it.",
      "A schema of another version of the app, a recorder that writes this type differently, or a value that was changed after it was recorded."
    ),
    "type-dictionary": FindingText(
      "The value may not mean what it seems to mean, and programs that rely on the schema cannot read it.",
      "A schema of another version of the app, a recorder that writes this type differently, or a value that was changed after it was recorded."
    ),
    "type-embedded": FindingText(
      "The value may not mean what it seems to mean, and programs that rely on the schema cannot read it.",
      "A schema of another version of the app, a recorder that writes this type differently, or a value that was changed after it was recorded."
    ),
    "type-link": FindingText(
      "The value may not mean what it seems to mean, and programs that rely on the schema cannot read it.",
      "A schema of another version of the app, a recorder that writes this type differently, or a value that was changed after it was recorded."
    ),
    "type-inconsistent": FindingText(
      "One of the two values may not be what the object had.",
      "A mixed property, a schema that was changed between the two events, or a value that was changed after it was recorded."
    ),
    "types-unfollowed": FindingText(
      "Contradictions between the types of further properties are not found.",
      "More properties than the check has room for. With --schema, all of them are checked."
    ),
    "embedded-listed": FindingText(
      "The number of inserted or deleted objects is too high: an embedded object belongs to another one.",
      "A recorder that lists embedded objects as objects of their own, or a schema of another version of the app."
    ),
    "link-expanded": FindingText(
      "The write shows values of an object that it did not change.",
      "A recorder that expands links in writes as it does in reads."
    ),
    // Histories
    "read-contradicts": FindingText(
      "What the user saw, or what was recorded of it, is not explained by the events of the trail.",
      "A change outside a scope or by another client, changes of two devices that were merged into one list (MERGE-3), a link that was cleared because another device deleted its target, an event that is missing, or one of the two events that was altered."
    ),
    "read-stale": FindingText(
      "According to the trail the device had replaced the value before it was seen.",
      "A value that was put back outside a scope, a clock that was set, an event that is missing, or one that was altered."
    ),
    "read-of-deleted": FindingText(
      "According to the trail the object was gone when it was seen.",
      "An object that was created again outside a scope, a clock that was set, an event that is missing, or one that was altered."
    ),
    "change-contradicts": FindingText(
      "The value before the change is not explained by the events of the trail.",
      "A change outside a scope or by another client, changes of two devices that were merged into one list (MERGE-3), a link that was cleared because another device deleted its target, an event that is missing, or one of the two events that was altered."
    ),
    "change-stale": FindingText(
      "According to the trail the device had replaced the value before this change.",
      "A value that was put back outside a scope, a clock that was set, an event that is missing, or one that was altered."
    ),
    "change-of-deleted": FindingText(
      "According to the trail the object was gone when it was changed.",
      "An object that was created again outside a scope, a clock that was set, an event that is missing, or one that was altered."
    ),
    "inserted-twice": FindingText(
      "According to the trail the object existed already when it was created.",
      "An object that was deleted outside a scope, a clock that was set, an event that is missing, or one that was repeated."
    ),
    "never-inserted": FindingText(
      "The trail does not show how the object came to be, so it does not have every change.",
      "A trail that begins later than the realm, an object that was created outside a scope, or an event that is missing."
    ),
    "time-backwards": FindingText(
      "The order of these events is uncertain, and with it what a user saw when.",
      "A clock that was set back, exports in another order than that of the events, or a timestamp that was altered."
    ),
    "newest-first": FindingText(
      "Nothing is lost: the documents were taken in the order in which they were stored.",
      "An export that was sorted with the newest document first."
    ),
    "history-unfollowed": FindingText(
      "Contradictions about what was not followed are not found.",
      "More objects, properties or devices than the check has room for. Check fewer at once."
    ),
    "expansion-unread": FindingText(
      "An object was shown to the user without an event that says so.",
      "An event that is missing, or a recorder that does not record the objects that links lead to."
    ),
    "expansion-differs": FindingText(
      "What was seen of the object is stated twice, in two ways.",
      "A change between the two reads, or one of the two events that was altered."
    ),
    "link-to-deleted": FindingText(
      "According to the trail the link leads to an object that is gone.",
      "A deletion or a change of the link outside a scope, an event that is missing, or one that was altered."
    ),
    "link-unknown": FindingText(
      "The trail does not show the object that the link leads to, so it does not have every change.",
      "A trail that begins later than the realm, an object that was created outside a scope, or an event that is missing."
    ),
    "event-copied": FindingText(
      "One event is counted twice, and for a device that may not have written it.",
      "Events that were copied to another partition, or a device that changed its partition and uploaded again."
    ),
    "time-far-off": FindingText(
      "When the event happened is doubtful.",
      "A device whose clock was not set, or a timestamp that was altered."
    ),
    "id-time": FindingText(
      "When the event happened is doubtful: the ids were made at another time.",
      "A clock or a time zone that was set wrong, or timestamps that were altered or converted."
    ),
    "metadata-partial": FindingText(
      "Half the events do not say what the field is for, such as who acted.",
      "Users who signed in later, a version of the app that did not set the field yet, or a field that was removed or added later."
    ),
    "metadata-case": FindingText(
      "What one field says of some events another one says of others: searches for one of the two miss events.",
      "Two versions of the app, or a field that was added later."
    ),
  ]
}
