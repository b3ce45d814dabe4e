import Formats
import JSON

/// What an archive of `mongodump` says before the documents of a collection.
struct BSONHeader {
  /// The members that are texts.
  package private(set) var texts: [String: String] = [:]
  /// Whether no document of the collection follows.
  private(set) var isEnd = false
  /// That of all its documents, where none follows.
  private(set) var checksum: UInt64?

  /// Nil if it is not BSON.
  init?(_ bytes: Bytes) {
    var json: JSON?
    try? BSONText(depthLimit: 64).write(bytes) { json = try? JSON(parsing: $0) }
    guard let object = json?.object else { return nil }
    for (key, value) in object {
      if let text = value.string { texts[key] = text }
    }
    isEnd = object["EOF"]?.bool ?? false
    if isEnd, case .integer(let number)? = object["CRC"].flatMap({ ExtendedValue($0) }) {
      checksum = UInt64(bitPattern: number)
    }
  }
}
