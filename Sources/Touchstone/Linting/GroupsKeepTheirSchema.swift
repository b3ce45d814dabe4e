import JSON

/// A group file that can be read keeps `group-file.schema.json` too: what editors and other languages check with must
/// not drift away from what the suite reads.
struct GroupsKeepTheirSchema: LintRule {
  func findings(in subject: LintSubject) -> [SuiteFault] {
    guard subject.isComplete, let schema = subject.schema("group-file") else { return [] }
    return subject.text.groups.flatMap { group in
      var list = FaultList()
      if let json = try? JSON(parsing: group.text) { list.add(json, against: schema) }
      return list.located(in: group.text, of: group.path)
    }
  }
}

extension FaultList {
  /// Adds all that breaks a schema.
  mutating func add(_ json: JSON, against schema: JSONSchema) {
    for violation in schema.violations(in: json) { add(violation.path, violation.message) }
  }
}
