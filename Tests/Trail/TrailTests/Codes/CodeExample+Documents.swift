import JSON
@testable import TrailCheck

@testable import TrailReading

extension CodeExample {
  private static let plain = SmallExport.document()
  private static let two = SmallExport.document(1) + "\n" + SmallExport.document(2)

  private static func field(
    _ code: FindingCode,
    _ field: String,
    _ wrong: JSON?,
    _ fine: JSON?
  ) -> CodeExample {
    CodeExample(
      code,
      shows: SmallExport.document(1, [field: wrong]),
      fine: SmallExport.document(1, [field: fine])
    )
  }

  static let documents: [CodeExample] = [
    // The second line is whole: what is damaged does not spoil what follows.
    CodeExample(
      .lineDamaged,
      shows: String(plain.dropLast()) + "\n" + SmallExport.document(2),
      fine: " \t" + plain + " \r\n\n \n" + SmallExport.document(2) + "\n"
    ),
    CodeExample(
      .lineNotUTF8,
      bytes: plain.utf8.map { $0 == UInt8(ascii: "j") ? 0xFF : $0 },
      fine: Array(plain.replacing("j", with: "\u{F6}").utf8)
    ),
    CodeExample(
      .metadataMissing,
      shows: SmallExport.document(1, ["username": " ", "Username": "nurse"]),
      fine: SmallExport.document(1, ["username": " nurse"])
    ) { $0.requiredFields = ["username"] },
    CodeExample(.lineNoObject, shows: two + "\n[\(plain)]", fine: "[\(plain)]"),
    CodeExample(
      .fieldTwice,
      shows: plain.dropLast() + #","activity":"other"}"#,
      fine: plain.dropLast() + #","Activity":"other"}"#
    ),
    CodeExample(
      .fileTruncated,
      shows: "[\(plain),\n\(SmallExport.document(2))",
      fine: "[\(plain),\n\(SmallExport.document(2))]"
    ),
    CodeExample(
      .fileCorrupt,
      bytes: SmallExport.gzip(Array((plain + "\n").utf8)) + [1, 2, 3],
      fine: SmallExport.gzip(Array((plain + "\n").utf8)) + [0, 0]
    ),
    CodeExample(
      .arrayDamaged,
      shows: "[\(plain) \(SmallExport.document(2))]",
      fine: "[\(plain) , \(SmallExport.document(2))]"
    ),
    CodeExample(
      .lineTooLong,
      shows: SmallExport.document(1, ["data": "ä"]) + "\n" + plain,
      fine: SmallExport.document(1, ["data": "a"])
    ) { $0.limits.documentBytes = SmallExport.document(1, ["data": "a"]).utf8.count },
    field(.idMissing, "_id", .none, ["$oid": "62b396f4ebe94d2b871889bb"]),
    field(
      .idType,
      "_id",
      "62b396f4ebe94d2b871889bb",
      ["$oid": "62B396F4EBE94D2B871889BB"]
    ),
    CodeExample(.idTwice, shows: plain + "\n" + plain, fine: two),
    field(.partitionMissing, "_partition", .none, .string(SmallExport.partition)),
    field(.partitionType, "_partition", 7, .string(SmallExport.partition)),
    field(
      .partitionForm,
      "_partition",
      "events-62b396f4ebe94d2b871889bA",
      "my events--62b396f4ebe94d2b871889ba"
    ),
    field(.activityMissing, "activity", .none, ""),
    field(.activityType, "activity", .null, "null"),
    CodeExample(
      .activityField,
      shows: SmallExport.document(1, ["activity": .none, "scope": "a"]),
      fine: SmallExport.document(1, ["scope": "metadata"])
    ),
    field(.eventType, "event", 1, .null),
    field(.dataType, "data", [:], "{"),
    CodeExample(
      .dataMissing,
      shows: SmallExport.document(1, ["event": "read"]),
      fine: SmallExport.document(1, ["event": "reading"])
    ),
    field(.eventCase, "event", "Read", "read "),
    field(.eventCase, "event", "WRITE", "written"),
    field(
      .timestampMissing,
      "timestamp",
      .none,
      ["$date": ["$numberLong": "1655996077756"]]
    ),
    field(
      .timestampType,
      "timestamp",
      ["$date": "2022-06-31T14:54:37.756Z"],
      ["$date": "2022-06-30T14:54:37Z"]
    ),
    field(.metadataType, "username", 1, "1"),
    field(
      .metadataKey,
      String(repeating: "ä", count: 32),
      "1",
      .none
    ),
  ]
}
