import ArgumentParser
import Formats
import Touchstone
import TouchstoneCaseFiles

/// Reads the classes that random programs are to be about.
enum OwnSchema {
  static func read(_ path: String) throws -> ProgramSchema {
    let schema = try ProgramSchema(file: path)
    guard schema.classes.contains(where: { !$0.isEmbedded }) else {
      throw ValidationError("\(path) has no class with objects of its own")
    }
    if let other = schema.classes.first(where: { !$0.isEmbedded && $0.primaryKey != "_id" }) {
      throw ValidationError(
        """
        random programs know objects by a primary key called "_id", and that of \(other.name.quoted) is \
        \(other.primaryKey?.quoted ?? "not there"): call it "_id" in the schema, and let the adapter map it to its column
        """
      )
    }
    return schema
  }
}
