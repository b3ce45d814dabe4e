import JSON

/// The text of one group file with the place it has in the suite.
struct GroupFile {
  /// The path as it is shown to people.
  var path: String
  var chapter: String
  var group: String
  var text: [UInt8]

  /// What a file held: its cases, or all that is wrong with it.
  enum Contents {
    case cases([Case])
    case faults([SuiteFault])
  }

  /// Reads the file strictly.
  func read(requirements: Set<String>) -> Contents {
    let json: JSON
    do { json = try JSON(parsing: text) } catch { return .faults([SuiteFault(error, in: path)]) }
    var validator = GroupValidator(requirements: requirements)
    validator.check(json)
    guard validator.faults.isEmpty else {
      return .faults(validator.faults.located(in: text, of: path))
    }
    return .cases(cases(of: json))
  }

  /// The cases of a group that is as the format says.
  private func cases(of group: JSON) -> [Case] {
    let schema = ProgramSchema(group[.schema] ?? [:])
    let given = (group[.given] ?? []).map(Step.init)
    let locations = ElementLocations(ofArray: "cases", in: text, of: path).locations
    return zip(group[.cases] ?? [], locations).map { members, location in
      Case(
        name: "\(chapter)/\(self.group)/\(members[.id] ?? "")",
        title: members[.caseTitle] ?? "",
        conformanceClass: group[.conformanceClass] ?? "",
        level: members[.level].flatMap(Level.init) ?? .must,
        editions: members[.editions]?.compactMap(\.string),
        requirements: (members[.requirements] ?? []).compactMap(\.string),
        needs: (members[.needs] ?? []).compactMap(\.string),
        notes: members[.notes],
        schema: schema,
        configuration: Case.merged(group[.configuration], members[.configuration]),
        given: given,
        steps: (members[.steps] ?? []).map(Step.init),
        expectation: members[.expectation] ?? .null,
        location: location
      )
    }
  }
}

extension Case {
  /// The configuration of a case: its own top-level keys replace those of its group.
  static func merged(_ group: JSON?, _ own: JSON?) -> JSON {
    var result = group?.object ?? [:]
    for (key, value) in own?.object ?? [:] { result[key] = value }
    return .object(result)
  }
}
