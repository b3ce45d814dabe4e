import JSON

/// The JSON Schemas are ones that the suite can check with.
struct SchemasAreUsable: LintRule {
  func findings(in subject: LintSubject) -> [SuiteFault] {
    subject.text.schemas.flatMap { SchemaFile(path: $0.path, text: $0.text).faults }
  }
}

/// One file of `Spec/schemas`: a schema, or what is wrong with it.
struct SchemaFile {
  private(set) var schema: JSONSchema?
  private(set) var faults: [SuiteFault] = []

  init(path: String, text: [UInt8]) {
    do {
      schema = try JSONSchema(try JSON(parsing: text))
    } catch let error as JSONError {
      faults = [SuiteFault(error, in: path)]
    } catch let error as JSONSchemaError {
      var list = FaultList()
      for fault in error.faults { list.add(fault.path, fault.message) }
      faults = list.located(in: text, of: path)
    } catch {
      faults = [SuiteFault(location: TextLocation(file: path, line: 1), message: "\(error)")]
    }
  }
}

extension SuiteFault {
  /// The fault of a file that is no JSON.
  init(_ error: JSONError, in path: String) {
    let location = TextLocation(
      file: path,
      line: error.position.line,
      column: error.position.column
    )
    self.init(location: location, message: error.message)
  }
}
