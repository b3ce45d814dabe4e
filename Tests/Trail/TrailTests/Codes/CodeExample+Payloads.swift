import Formats
@testable import TrailCheck
import JSON

@testable import TrailReading

extension CodeExample {
  private static func write(_ code: FindingCode, _ wrong: String, _ fine: String) -> CodeExample {
    CodeExample(code, shows: SmallExport.write(wrong), fine: SmallExport.write(fine))
  }

  private static func change(
    _ code: FindingCode,
    _ old: String,
    _ wrong: String,
    _ fine: String
  ) -> CodeExample {
    CodeExample(
      code,
      shows: SmallExport.modification(from: old, to: wrong),
      fine: SmallExport.modification(from: old, to: fine)
    )
  }

  private static func read(_ code: FindingCode, _ wrong: String, _ fine: String) -> CodeExample {
    CodeExample(code, shows: SmallExport.read(wrong), fine: SmallExport.read(fine))
  }

  /// A payload of edition core that another edition may have.
  private static func core(_ code: FindingCode, _ wrong: String) -> CodeExample {
    CodeExample(
      code,
      shows: SmallExport.event("read", wrong),
      fine: SmallExport.event(
        "read",
        #"{"type":"Person","value":[{"_id":1,"a":{"a \" b":{},"z":[1,2],"é":""},"ab":" "}]}"#
      ),
      edition: .core
    )
  }

  private static let sound = Array(#"{"type":"Person","value":[{"_id":1}]}"#.utf8)
  private static let deep = 8

  static let payloads: [CodeExample] = [
    CodeExample(
      .payloadNoJSON,
      shows: SmallExport.event("read", #"{"type":"Person","value":[{"_id":1}]"#),
      fine: SmallExport.event("read", #" {"type":"Person","value":[{"_id":1}]} "#)
    ),
    CodeExample(
      .payloadCustom,
      shows: SmallExport.event("read", "screen 7"),
      fine: SmallExport.event("read", "\n\t" + #"{"type":"Person","value":[{"_id":1}]}"#)
    ),
    CodeExample(
      .payloadCustom,
      shows: SmallExport.event("write", #"[{"Person":{}}]"#),
      fine: SmallExport.event("written", "[")
    ),
    CodeExample(
      .payloadNotUTF8,
      shows: SmallExport.compressed(sound.map { $0 == UInt8(ascii: "P") ? 0xFF : $0 }),
      fine: SmallExport.compressed(sound),
      edition: .draft
    ),
    read(.payloadKeyTwice, #"{"_id":1,"a":2,"a":3}"#, #"{"_id":1,"a":{"a":2}}"#),
    CodeExample(
      .payloadTooDeep,
      shows: SmallExport.read(#"{"a":[[[[[[]]]]]]}"#),
      fine: SmallExport.read(#"{"a":[[[[[]]]]]}"#)
    ) { $0.limits.depth = deep },
    CodeExample(
      .payloadTooLarge,
      shows: SmallExport.compressed(sound + [0x20]),
      fine: SmallExport.compressed(sound),
      edition: .draft
    ) { $0.limits.payloadBytes = sound.count },
    CodeExample(
      .payloadNoDeflate,
      shows: SmallExport.compressed(sound, cut: 1),
      fine: SmallExport.compressed(sound),
      edition: .draft
    ),
    CodeExample(
      .payloadUncompressed,
      shows: SmallExport.event("read", #"{"type":"Person","value":[{"_id":1}]}"#)
        .replacing("activity", with: "scope"),
      fine: SmallExport.event("custom", #"{"type":"Person","value":[{"_id":1}]}"#)
        .replacing("activity", with: "scope"),
      edition: .draft
    ),
    CodeExample(
      .readShape,
      shows: SmallExport.event("read", #"{"type":"Person","value":[{"_id":1}],"more":1}"#),
      fine: SmallExport.event("read", #"{"value":[{"_id":1}],"type":"Person"}"#)
    ),
    core(.payloadForm, #"{"value":[{"_id":1}],"type":"Person"}"#),
    core(.payloadForm, #"{"type":"Person","value":[{"name":"A","_id":1}]}"#),
    core(.payloadForm, #"{"type":"Person","value":[{"_id":1,"a":{"é":1,"z":2}}]}"#),
    core(.payloadForm, #"{"type":"Person", "value":[{"_id":1}]}"#),
    core(.payloadForm, #"{"type":"Person","value":[{"_id":1}]} "#),
    core(.payloadForm, #" {"type":"Person","value":[{"_id":1}]}"#),
    CodeExample(
      .payloadForm,
      shows: SmallExport.write(#""modifications":[{"oldValue":{"_id":1},"newValue":{}}]"#),
      fine: SmallExport.write(#""modifications":[{"newValue":{},"oldValue":{"_id":1}}]"#),
      edition: .core
    ),
    read(.readEmpty, "", "{}"),
    read(.elementNoObject, #""text""#, "{}"),
    read(.keyTwice, #"{"_id":1},{"_id":1}"#, #"{"_id":1},{"_id":11},{},{}"#),
    read(.keyTwice, #"{"_id":5},{"_id":5.0}"#, #"{"_id":5},{"_id":50}"#),
    read(.keyTwice, #"{"_id":0},{"_id":-0}"#, #"{"_id":0},{"_id":-1}"#),
    write(.writeShape, #""insertion":[{"_id":1}]"#, #""insertions":[{"_id":1}]"#),
    CodeExample(
      .writeEmpty,
      shows: SmallExport.event("write", "{}"),
      fine: SmallExport.write(#""deletions":[{"_id":1}]"#)
    ),
    write(.arrayEmpty, #""insertions":[{"_id":1}],"deletions":[]"#, #""insertions":[{"_id":1}]"#),
    write(
      .insertedAndModified,
      #""insertions":[{"_id":1}],"modifications":[{"oldValue":{"_id":1},"newValue":{}}]"#,
      #""insertions":[{"_id":1}],"modifications":[{"oldValue":{"_id":2},"newValue":{}}]"#
    ),
    write(
      .modificationShape,
      #""modifications":[{"oldValue":{"_id":1}}]"#,
      #""modifications":[{"oldValue":{"_id":1},"newValue":{}}]"#
    ),
    change(.newKey, #"{"_id":1,"a":1}"#, #"{"b":2}"#, #"{"a":2}"#),
    change(.valueUnchanged, #"{"_id":1,"a":1.5}"#, #"{"a":1.50}"#, #"{"a":15e-2}"#),
    change(.changeUnseen, #"{"_id":1,"a":[1,2]}"#, #"{"a":[ 1, 2 ]}"#, #"{"a":[2,1]}"#),
    write(
      .modifiedAndDeleted,
      #""deletions":[{"_id":1}],"modifications":[{"oldValue":{"_id":1},"newValue":{}}]"#,
      #""deletions":[{"_id":1}],"insertions":[{"_id":1}]"#
    ),
    change(.keyChanged, #"{"_id":1,"id":1}"#, #"{"_id":2}"#, #"{"id":2}"#),
    // An embedded object has no primary key, whatever its properties are called.
    CodeExample(
      .keyChanged,
      shows: SmallExport.modification(from: #"{"_id":1}"#, to: #"{"_id":2}"#),
      fine: SmallExport.write(
        #""modifications":[{"oldValue":{"_id":1},"newValue":{"_id":2}}]"#,
        of: "Tag"
      ),
      schema: try? CaseSchema([
        "Person": ["primaryKey": "_id", "properties": ["_id": "int"]],
        "Tag": ["embedded": true, "properties": ["_id": "int"]],
      ])
    ),
  ]
}
