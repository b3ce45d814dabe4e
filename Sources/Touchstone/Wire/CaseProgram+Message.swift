package import JSON

extension CaseProgram {
  /// Reads the parameters of `runCase`.
  ///
  /// Members that it does not know are passed over.
  package init(message: JSON) throws(WireError) {
    func member(_ name: String) throws(WireError) -> JSON {
      guard let value = message[name] else {
        throw .invalidParameters("runCase takes \"\(name)\"")
      }
      return value
    }
    func object(_ name: String) throws(WireError) -> JSON {
      let value = try member(name)
      guard value.object != nil else {
        throw .invalidParameters("\"\(name)\" of runCase is an object")
      }
      return value
    }
    func array(_ name: String) throws(WireError) -> [JSON] {
      guard let value = try member(name).array else {
        throw .invalidParameters("\"\(name)\" of runCase is an array")
      }
      return value
    }
    self.init(
      schema: ProgramSchema(try object("schema")),
      configuration: try object("configuration"),
      given: try array("given").map(Step.init),
      steps: try array("steps").map(Step.init)
    )
  }

  /// The parameters of `runCase`.
  package var message: JSON {
    [
      "schema": schema.json, "configuration": configuration, "given": .array(given.map(\.json)),
      "steps": .array(steps.map(\.json)),
    ]
  }
}
