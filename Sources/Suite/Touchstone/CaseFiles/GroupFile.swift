package import JSON

/// Finds what in a group file is not as the format says.
package typealias GroupCheck = (JSON) -> FaultList

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
  ///
  /// - Parameters:
  ///   - check: what holds the group against the format; nil if that was done before.
  ///   - isOwn: whether the cases are a user's own, about tables that are what they are.
  /// - Returns: the cases, or all that is wrong.
  func read(_ check: GroupCheck?, isOwn: Bool = false) -> Contents {
    let json: JSON
    do { json = try JSON(parsing: text) } catch { return .faults([SuiteFault(error, in: path)]) }
    if let faults = check?(json), !faults.isEmpty {
      return .faults(faults.located(in: text, of: path))
    }
    return .cases(cases(of: json, isOwn: isOwn))
  }

  /// The cases of a group that is as the format says.
  private func cases(of group: JSON, isOwn: Bool) -> [Case] {
    let schema = ProgramSchema(group[.schema] ?? [:])
    let given = (group[.given] ?? []).map(Step.init)
    let locations = ElementLocations(ofArray: "cases", in: text, of: path).locations
    return zip(group[.cases] ?? [], locations).map { members, location in
      var testCase = Case(
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
        location: location,
        isOwn: isOwn
      )
      testCase.keepWhatIsTouched()
      return testCase
    }
  }
}

extension Case {
  /// Leaves out of schema and given steps what the case does not touch, and notes the features of what is left.
  ///
  /// Where a server has data, rules and views of its own, more than the steps of a case touches the schema: there it
  /// stays whole, and its types are not features. A user's own tables stay whole as well.
  fileprivate mutating func keepWhatIsTouched() {
    guard ConformanceClass(rawValue: conformanceClass)?.isAboutSync == false else { return }
    if !isOwn {
      let touched = TouchedSchema(of: self)
      (schema, given) = (touched.schema, touched.given)
      (steps, expectation) = (touched.steps, touched.expectation)
    }
    let computed = Feature.allCases.filter(schema.features.contains).map(\.rawValue)
    needs = computed + needs.filter { !computed.contains($0) }
  }

  /// The configuration of a case: its own top-level keys replace those of its group.
  package static func merged(_ group: JSON?, _ own: JSON?) -> JSON {
    .object((group?.object ?? [:]).merging(own?.object ?? [:]))
  }
}
