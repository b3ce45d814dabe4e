package import ReferenceRealm

/// What an app lets some of its users read and write.
package struct Role: Sendable {
  /// What may be done with a field.
  package struct FieldRule: Sendable {
    var read: Bool
    var write: Bool

    /// A rule; reading is part of writing.
    package init(read: Bool = false, write: Bool = false) {
      self.read = read || write
      self.write = write
    }
  }

  /// What reasons and logs call it.
  package var name: String
  /// The users it is for: a filter whose fields are expansions.
  package var applyWhen = Filter.all
  /// The objects that may be read.
  package var readable: Filter?
  /// The objects that may be written.
  package var writable: Filter?
  /// Whether all fields may be read, or none; nil if `fields` says so for each.
  package var read: Bool?
  /// Whether all fields may be written, or none; nil if `fields` says so for each.
  package var write: Bool?
  package var insert = true
  package var delete = true
  package var fields: [String: FieldRule] = [:]
  /// The rule of fields that `fields` does not have.
  package var additionalFields = FieldRule()

  /// A role for everyone, with all fields of these objects.
  package init(
    _ name: String,
    readable: Filter?,
    writable: Filter?,
    read: Bool? = true,
    write: Bool? = true
  ) {
    self.name = name
    self.readable = readable
    self.writable = writable
    self.read = read
    self.write = write
  }

  /// Whether any field may be read.
  var readsSomething: Bool {
    write == true || read ?? (additionalFields.read || fields.values.contains(where: \.read))
  }

  func mayWrite(field: String) -> Bool { write ?? (fields[field] ?? additionalFields).write }
}

/// What an app allows whom, and what may be queried.
package struct AppRules: Sendable {
  /// What one class has in place of the rules of the app; nil for what it shares with the app.
  package struct Collection: Sendable {
    package var roles: [Role]?
    package var queryableFields: Set<String>?

    package init(roles: [Role]? = nil, queryableFields: Set<String>? = nil) {
      self.roles = roles
      self.queryableFields = queryableFields
    }
  }

  /// The first that applies to a user is the user's.
  package var roles: [Role]
  package var queryableFields: Set<String>
  package var collections: [String: Collection] = [:]
  /// What `%%values` stands for.
  package var values: [String: Value] = [:]
  /// What `%%user.custom_data` stands for, by the id of the user.
  package var customData: [String: Value] = [:]

  /// The same rules for all classes.
  package init(roles: [Role], queryableFields: Set<String>) {
    self.roles = roles
    self.queryableFields = queryableFields
  }

  /// Whether subscriptions and roles may ask for these fields of a class: top-level ones that hold one value, and no
  /// object.
  func areQueryable(_ fields: Set<String>, of table: Schema.Table) -> Bool {
    let allowed = collections[table.name]?.queryableFields ?? queryableFields
    return fields.allSatisfy { field in
      guard let column = table.column(field) else { return false }
      return (field == "_id" || allowed.contains(field)) && table.columns[column].target == nil
    }
  }

  /// What a user may do with the objects of a class; nil if nothing.
  func permissions(of user: String, for table: Schema.Table) -> Permissions? {
    let expansions = Expansions(
      userID: user,
      customData: customData[user] ?? .null,
      values: values
    )
    let roles = collections[table.name]?.roles ?? roles
    guard let role = roles.first(where: { $0.applyWhen.holds(expansions) }),
      let readable = role.readable, let writable = role.writable,
      areQueryable(readable.fields.union(writable.fields), of: table),
      let reads = try? readable.expanding(expansions).compiled(for: table),
      let writes = try? writable.expanding(expansions).compiled(for: table)
    else { return nil }
    return Permissions(role: role, table: table, reads: reads, writes: writes)
  }
}

/// What the role of a user allows with the objects of one class.
package struct Permissions {
  var role: Role
  var table: Schema.Table
  /// Whether a row passes the filter for reading.
  var reads: ([Value]) -> Bool
  /// Whether a row passes the filter for writing.
  var writes: ([Value]) -> Bool

  /// Whether the user may read an object: what may be written may be read.
  func mayRead(_ row: [Value]) -> Bool { role.readsSomething && (reads(row) || writes(row)) }
}
