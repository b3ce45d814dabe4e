@testable import TrailReading

extension Tampering {
  private static func read(
    _ name: String,
    _ codes: [FindingCode],
    _ pattern: String,
    _ replacement: String
  ) -> Tampering {
    Tampering(name, codes) { $0.payload("read", pattern, replacement) }
  }

  private static func write(
    _ name: String,
    _ codes: [FindingCode],
    _ pattern: String,
    _ replacement: String
  ) -> Tampering {
    Tampering(name, codes) { $0.payload("write", pattern, replacement) }
  }

  static let values: [Tampering] = [
    read(
      "a text that was read",
      [.readContradicts],
      #"("type":"Person".*?"name":)"[^"]*""#,
      #"$1"Nobody""#
    ),
    read("a number that was read", [.readContradicts], #"("capacity":)-?\d+"#, "$1-777777"),
    read(
      "a date that was read",
      [.readContradicts],
      #"("birthDate":)"[^"]*""#,
      #"$1"1901-02-03T04:05:06.789Z""#
    ),
    read(
      "a decimal that was read",
      [.readContradicts],
      #"("balance":)"[^"]*""#,
      #"$1"1234567.89""#
    ),
    read("a double that was read", [.readContradicts], #"("limit":)[0-9.]+"#, "$1-0.987654321"),
    read("a digit of a large number", [.readContradicts], #"("serial":-?\d{6})\d"#, "$1"),
    read(
      "a link that was read, to another object",
      [.readContradicts],
      #"("owner":)"[^"]*""#,
      #"$1"0123456789abcdef01234567""#
    ),
    read("a text for null", [.readContradicts], #"("currency":)null"#, #"$1"dollars""#),
    read("a word of a list", [.readContradicts], #"("allergies":\[)"[^"]*""#, #"$1"nothing""#),
    read(
      "a word less in a list",
      [.readContradicts, .readStale],
      #"("allergies":\[)"[^"]*","#,
      "$1"
    ),
    read("a word of a set", [.readContradicts], #"("tags":\[)"[^"]*""#, #"$1"nothing""#),
    read("a value of a dictionary", [.readContradicts], #"("pulse":)\d+"#, "$1-999"),
    read(
      "an entry more in a dictionary",
      [.readContradicts],
      #"("vitals":\{)("[a-z])"#,
      #"$1"alcohol":3,$2"#
    ),
    read(
      "a value of a mixed property",
      [.readContradicts],
      #"("remark":)"[^"]*""#,
      #"$1"nothing at all""#
    ),
    read("a date without its zone", [.typeDate], #"("birthDate":"[^"Z]*)Z"#, "$1"),
    read(
      "a UUID in upper case",
      [.typeUUID],
      #"("type":"Patient".*?"_id":)"[^"]*""#,
      #"$1"ABCDEF01-2345-6789-ABCD-EF0123456789""#
    ),
    read(
      "an objectId that is cut",
      [.typeObjectId],
      #"("type":"Person","value":\[\{"_id":"[0-9a-f]{20})[0-9a-f]{4}"#,
      "$1"
    ),
    read("a property under another name", [.propertyUnknown], #""employeeId":"#, #""employeeID":"#),
    read(
      "another key of the object",
      [.neverInserted],
      #"("type":"Office","value":\[\{"_id":)\d+"#,
      "$1-88888"
    ),
    read("the class of the objects", [.propertyMissing], #""type":"Office""#, #""type":"Account""#),
    read(
      "a link in full with other values",
      [.expansionDiffers, .readContradicts],
      #"("owner":\{.*?"name":)"[^"]*""#,
      #"$1"Nobody""#
    ),
  ]

  static let changes: [Tampering] = [
    write(
      "a new value",
      [.readContradicts, .changeContradicts, .readStale, .changeStale],
      #"("newValue":\{[^{}]*"name":)"[^"]*""#,
      #"$1"Nobody""#
    ),
    write(
      "an old value",
      [.changeContradicts],
      #"("oldValue":\{[^{}]*"name":)"[^"]*""#,
      #"$1"Nobody""#
    ),
    write(
      "a new value less",
      [.readContradicts, .changeContradicts, .readStale, .changeStale],
      #"("newValue":\{)"[^{}:]*":[^{},]*,"#,
      "$1"
    ),
    write(
      "the old value and the new one the other way round",
      [.propertyMissing],
      #""newValue":(\{[^{}]*\}),"oldValue":(\{[^{}]*\})"#,
      #""newValue":$2,"oldValue":$1"#
    ),
    write(
      "an insertion for a deletion",
      [.neverInserted, .changeOfDeleted, .readOfDeleted],
      #""insertions":"#,
      #""deletions":"#
    ),
    write(
      "a value of an insertion",
      [.readContradicts, .changeContradicts],
      #"("Person":\{"insertions":.*?"name":)"[^"]*""#,
      #"$1"Nobody""#
    ),
    write(
      "a value of a deletion",
      [.changeContradicts],
      #"("deletions":\[\{.*?"(?:name|currency)":)(?:"[^"]*"|null)"#,
      #"$1"Nobody""#
    ),
    write(
      "an object more in a list",
      [.keyTwice],
      #"("insertions":\[)(\{"_id":\d+,[^{}]*\})"#,
      "$1$2,$2"
    ),
    write("a list under another name", [.writeShape], #""insertions":"#, #""inserted":"#),
  ]

  /// What cannot be told, with the reason that stands in Spec/trails.md.
  static let hiddenInPayloads: [Tampering] = [
    // Embedded objects change in place under their own class.
    read("a value of an embedded object", [], #"("contact":\{"city":)"[^"]*""#, #"$1"Nowhere""#),
    write(
      "a value of an embedded object that changed",
      [],
      #"("Contact":\{"modifications":\[\{"newValue":\{"city":)"[^"]*""#,
      #"$1"Nowhere""#
    ),
    // Two devices may create the same key.
    write("a deletion for an insertion", [], #""deletions":"#, #""insertions":"#),
    // The order of sets is free.
    read("the order of a set", [], #"("tags":\[)("[^"]*"),("[^"]*")"#, "$1$3,$2"),
    // A double may be written without its fraction.
    read("the form of a whole number in a mixed value", [], #"("remark":-?\d+)([,}])"#, "$1.0$2"),
    // A query finds what it finds.
    read(
      "an object less in a read of several",
      [],
      #""value":\[\{"_id":\d+,[^{}]*\},"#,
      #""value":["#
    ),
    read(
      "the order of the objects of a read",
      [],
      #""value":\[(\{"_id":\d+,[^{}]*\}),(\{"_id":\d+,[^{}]*\})"#,
      #""value":[$2,$1"#
    ),
  ]
}
