import ArgumentParser
import TrailReading

/// The primary keys of a realm whose schema is not known.
struct PrimaryKeyOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The primary key of a class, such as Person=number, if it is not _id and you do not have a schema. May be given once for each class.",
      valueName: "class=property"
    )
  )
  var primaryKey: [String] = []

  func validate() throws { _ = try keys(schema: nil) }

  /// The keys; a schema names them itself.
  func keys(schema: String?) throws -> [NamedPrimaryKey] {
    let keys = try primaryKey.map { text in
      guard let key = NamedPrimaryKey(text) else {
        throw ValidationError(
          "--primary-key is a class, an equals sign and a property: Person=number, not \(text)"
        )
      }
      return key
    }
    if let name = NamedPrimaryKey.classNamedTwice(in: keys) {
      throw ValidationError("--primary-key names a key of \(name) twice: a class has one")
    }
    guard keys.isEmpty || schema == nil else {
      throw ValidationError(
        "--primary-key is for trails without a schema: write it into the schema as \"primaryKey\""
      )
    }
    return keys
  }
}
