/// A key that the format of documents and payloads has: it is told once for each key that is remembered, and not
/// compared again.
enum FormatKey: String {
  case event, data
  case type, value
  case insertions, modifications, deletions
  case oldValue, newValue
  /// The primary key of a class of which nobody says otherwise.
  case id = "_id"
}
