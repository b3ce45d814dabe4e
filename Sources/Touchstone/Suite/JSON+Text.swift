package import JSON

extension JSON {
  /// What a file of the suite, or of its user, says.
  ///
  /// - Parameters:
  ///   - text: its bytes.
  ///   - path: where it is; for people.
  /// - Throws: a ``SuiteError`` with the place at which it is no JSON.
  package init(text: [UInt8], path: String) throws(SuiteError) {
    do { try self.init(parsing: text) } catch {
      let place = TextLocation(file: path, line: error.position.line, column: error.position.column)
      throw SuiteError(.malformed, faults: [SuiteFault(location: place, message: error.message)])
    }
  }
}
