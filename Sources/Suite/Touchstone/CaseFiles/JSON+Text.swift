package import JSON

extension JSON {
  /// What a file of the suite, or of its user, says.
  ///
  /// - Parameters:
  ///   - text: its bytes.
  ///   - path: where it is; for people.
  /// - Throws: a ``SuiteError`` with the place at which it is not JSON.
  package init(text: [UInt8], path: String) throws(SuiteError) {
    do { try self.init(parsing: text) } catch {
      throw SuiteError(.malformed, faults: [SuiteFault(error, in: path)])
    }
  }
}

extension SuiteFault {
  /// The fault of a file that is not JSON.
  package init(_ error: JSONError, in path: String) {
    let (line, column) = (error.position.line, error.position.column)
    self.init(at: TextLocation(file: path, line: line, column: column), error.message)
  }
}
