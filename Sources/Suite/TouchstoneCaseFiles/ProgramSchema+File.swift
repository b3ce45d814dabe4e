import JSON
package import Touchstone

extension ProgramSchema {
  /// Reads the classes in a file, which holds what a group file has under `schema`.
  ///
  /// - Throws: a ``SuiteError`` with every place that is wrong.
  package init(file path: String) throws(SuiteError) {
    let text = try SuiteText.bytes(of: path, "the schema")
    let json = try JSON(text: text, path: path)
    var validator = GroupValidator()
    if json.object == nil {
      validator.fault(JSONPath(), "a schema is an object of classes, not \(json.kindName)")
    } else {
      validator.checkSchema(json, at: JSONPath())
    }
    guard validator.faults.isEmpty else {
      throw SuiteError(.malformed, faults: validator.faults.located(in: text, of: path))
    }
    self.init(json)
  }
}
