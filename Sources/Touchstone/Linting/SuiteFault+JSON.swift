import JSON

extension SuiteFault {
  /// The fault of a file that is not JSON.
  init(_ error: JSONError, in path: String) {
    let location = TextLocation(
      file: path,
      line: error.position.line,
      column: error.position.column
    )
    self.init(location: location, message: error.message)
  }
}
