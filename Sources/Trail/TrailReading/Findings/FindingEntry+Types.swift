extension FindingEntry {
  /// A value in a payload, held against the schema or against other events.
  static let types: [FindingCode: Self] = [
    .classUnknown: FindingEntry(
      .error,
      "TRAIL-9",
      hides: .nothing,
      "the schema lacks a class",
      reason: "it belongs to another realm or another time",
      consequence: "The objects of this class were not compared with the schema.",
      explanation:
        "A schema of another version of the app, or events of another realm in the trail."
    ),
    .embeddedListed: FindingEntry(
      .error,
      "WRITE-23",
      hides: .nothing,
      "embedded objects are listed as inserted or deleted",
      reason: "they come and go with the objects that hold them",
      consequence:
        "The number of inserted or deleted objects is too high: an embedded object belongs to another one.",
      explanation:
        "A recorder that lists embedded objects as objects of their own, or a schema of another version of the app."
    ),
    .linkExpanded: FindingEntry(
      .error,
      "LINK-24",
      hides: .nothing,
      "a write shows a link in full",
      reason: "only reads do",
      consequence: "The write shows values of an object that it did not change.",
      explanation: "A recorder that expands links in writes as it does in reads."
    ),
    .propertyMissing: FindingEntry(
      .error,
      "SERIAL-2",
      hides: .nothing,
      "a complete object lacks a property",
      reason: "those of type data and mixed may be absent, in edition core decimals too",
      consequence: "A part of the object is not recorded.",
      explanation:
        "A schema that is newer than the events, or a value that was removed from the payload."
    ),
    .propertyUnknown: FindingEntry(
      .error,
      "SERIAL-2",
      hides: .nothing,
      "an object has a key that is not a property of its class",
      consequence: "The object has a value about which the schema says nothing.",
      explanation:
        "A schema that is older or newer than the events, or a value that was added to the payload."
    ),
    .typeNull: FindingEntry(
      .error,
      "WRITE-35",
      hides: .nothing,
      "a property that is not optional is null",
      reason: "a float or double may be null, which stands for NaN",
      consequence: "A value is missing that every object has.",
      explanation:
        "A schema that is newer than the events, or a value that was removed from the payload."
    ),
    .typeBool: .value(
      "SERIAL-4",
      "a bool is neither true nor false"
    ),
    .typeInt: .value(
      "SERIAL-5",
      "an int is not an integer literal of 64 bits"
    ),
    .typeString: .value(
      "SERIAL-6",
      "a string is not written as a string"
    ),
    .typeDouble: .value(
      "SERIAL-7",
      "a float or double is not a finite number, or a float is one that no float can hold"
    ),
    .typeDate: .value(
      "SERIAL-11",
      "a date is not written as ISO 8601 in UTC with milliseconds"
    ),
    .typeData: FindingEntry(
      .error,
      "SERIAL-13",
      hides: .nothing,
      "data is not left out",
      consequence:
        "The payload contains binary data that recorders leave out: it may say more than it should.",
      explanation: "A recorder that writes binary data, or a schema of another version of the app."
    ),
    .typeUUID: .value(
      "SERIAL-16",
      "a UUID is not 32 lowercase hexadecimal digits in groups"
    ),
    .typeObjectId: .value(
      "SERIAL-17",
      "an objectId is not 24 lowercase hexadecimal digits"
    ),
    .typeDecimal: .value(
      "SERIAL-18",
      "a decimal128 is not the text of a decimal",
      reason: "in edition core it is not null, although its value is left out"
    ),
    .typeList: .value(
      "SERIAL-19",
      "a list is not an array"
    ),
    .typeSet: .value(
      "SERIAL-20",
      "a set is not an array in which each element stands once",
      reason:
        "mixed values may be written alike, and null may repeat where it stands for NaN too, which is in a set of floats or doubles, in edition core of decimals and data as well"
    ),
    .typeDictionary: .value(
      "SERIAL-21",
      "a dictionary is not an object"
    ),
    .typeEmbedded: .value(
      "SERIAL-23",
      "an embedded object is not written as one"
    ),
    .typeLink: .value(
      "SERIAL-24",
      "a link is neither a primary key nor the object it leads to"
    ),
    .typeInconsistent: FindingEntry(
      .warning,
      "TRAIL-10",
      hides: .nothing,
      "a property has values of different types",
      reason: "right for a mixed property, and where the schema was changed",
      consequence: "One of the two values may not be what the object had.",
      explanation:
        "A mixed property, a schema that was changed between the two events, or a value that was changed after it was recorded."
    ),
    .typesUnfollowed: FindingEntry(
      .info,
      "TRAIL-20",
      hides: .nothing,
      "the types of some properties were not compared",
      reason: "there are more than the check compares the types of",
      consequence: "Contradictions between the types of further properties are not found.",
      explanation:
        "More properties than the check has room for. With --schema, all of them are checked."
    ),
  ]

  /// A value that is not of the type that the schema gives it.
  private static func value(
    _ requirement: String,
    _ meaning: String,
    reason: String? = nil
  ) -> Self {
    Self(
      .error,
      requirement,
      hides: .nothing,
      meaning,
      reason: reason,
      consequence:
        "The value may not mean what it seems to mean, and programs that rely on the schema cannot read it.",
      explanation:
        "A schema of another version of the app, a recorder that writes this type differently, or a value that was changed after it was recorded."
    )
  }
}
