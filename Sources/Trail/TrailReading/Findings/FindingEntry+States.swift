extension FindingEntry {
  /// What a database has of the objects of a trail.
  ///
  /// A trail need not hold everything that happened: only a check that is told the trail is complete makes errors of what
  /// differs.
  static let states: [FindingCode: Self] = [
    .stateDiffers: FindingEntry(
      .warning,
      "TRAIL-80",
      hides: .nothing,
      "a value in the database is not the one that the trail says it has",
      reason: "it may have been changed outside a scope or by another client",
      consequence: "Nothing in the trail says who gave the object this value, or when.",
      explanation:
        "A change outside a scope or by another client, a change whose event is not in the export yet, a database of another moment than the end of the trail (--at), an event that is missing, or a row that was altered."
    ),
    .stateMissing: FindingEntry(
      .warning,
      "TRAIL-81",
      hides: .nothing,
      "an object that exists by the trail is not in the database",
      reason: "it may have been deleted outside a scope or by another client",
      consequence: "Nothing in the trail says who deleted the object, or when.",
      explanation:
        "A deletion outside a scope or by another client, a creation that the server refused, a database of another moment (--at) or of a part of the objects, or a row that was removed."
    ),
    .stateOfDeleted: FindingEntry(
      .warning,
      "TRAIL-81",
      hides: .nothing,
      "an object that was deleted by the trail is in the database",
      reason: "it may have been created again outside a scope or by another client",
      consequence: "Nothing in the trail says who brought the object back, or when.",
      explanation:
        "A creation outside a scope or by another client, a deletion that the server refused, a database of an earlier moment (--at), or a row that was put back."
    ),
    .stateUnmentioned: FindingEntry(
      .warning,
      "TRAIL-82",
      hides: .nothing,
      "an object in the database is mentioned by no event",
      reason: "it may have been created before the trail begins, or outside a scope",
      consequence: "Nothing in the trail says who created the object, or when.",
      explanation:
        "An object from before the trail begins, or one that no event shows, a creation outside a scope or by another client, an export of some partitions only, or a row that was added."
    ),
    .stateType: FindingEntry(
      .error,
      "TRAIL-83",
      hides: .nothing,
      "a value in the database is of a type that its property cannot have",
      consequence: "The value cannot be compared with what the trail says.",
      explanation:
        "A row that another program wrote, a column that is mapped to another property, or a schema of another time."
    ),
    .stateKey: FindingEntry(
      .error,
      "TRAIL-83",
      hides: .nothing,
      "a row has no primary key, one of another type, or that of another row",
      consequence: "It cannot be told which object the row is.",
      explanation: "A table without a unique key, or a mapping that names the wrong column."
    ),
    .stateDamaged: FindingEntry(
      .error,
      "TRAIL-83",
      hides: .nothing,
      "a document of the database cannot be read",
      consequence:
        "What it holds is not compared, and objects of its class that are not found may be there.",
      explanation: "A file that was cut off or changed after it was written."
    ),
    .stateLinkToNothing: FindingEntry(
      .warning,
      "TRAIL-84",
      hides: .nothing,
      "a link in the database leads to an object that is not there",
      reason: "a database without foreign keys allows it",
      consequence: "What the link showed to users cannot be told from the database.",
      explanation:
        "An object that was deleted and whose links were not cleared, a table of a part of the objects, or a row that was altered."
    ),
    .stateFiner: FindingEntry(
      .info,
      "TRAIL-85",
      hides: .nothing,
      "a date in the database has digits that no payload shows",
      reason: "a payload has milliseconds (SERIAL-11), and what is finer is cut off to compare it",
      consequence: "A change below the millisecond is not noticed.",
      explanation: "An application that keeps dates as it gets them from the clock."
    ),
    .stateTableMissing: FindingEntry(
      .warning,
      "TRAIL-86",
      hides: .nothing,
      "the database has no table for a class of the schema",
      reason: "its objects may be kept elsewhere",
      consequence: "The objects of the class are not compared.",
      explanation:
        "Another name, which a mapping tells (--state-mapping), or an export of some collections only."
    ),
    .stateTableExtra: FindingEntry(
      .info,
      "TRAIL-86",
      hides: .nothing,
      "the database has a table that belongs to no class of the schema",
      reason: "databases have tables for other purposes",
      consequence: "What it holds is not compared.",
      explanation:
        "A table of the database library, of links or of another purpose, or one of a class that has another name there (--state-mapping)."
    ),
  ]
}
