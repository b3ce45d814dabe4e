package import JSON
import Touchstone

extension CaseProgram {
  /// Reads the parameters of `runCase`.
  ///
  /// Members that it does not know are passed over.
  package init(message: JSON) throws(WireError) {
    func member<Value>(_ name: String, _ what: String, _ read: (JSON) -> Value?) throws(WireError)
      -> Value
    {
      if let value = message[name].flatMap(read) { return value }
      throw .invalidParameters("runCase takes \"\(name)\", \(what)")
    }
    func object(_ name: String) throws(WireError) -> JSON {
      .object(try member(name, "an object", \.object))
    }
    func array(_ name: String) throws(WireError) -> [JSON] {
      try member(name, "an array", \.array)
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
