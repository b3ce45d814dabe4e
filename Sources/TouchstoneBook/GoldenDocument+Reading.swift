import JSON
import Touchstone

extension GoldenDocument {
  /// Reads a file of `Golden/documents` for the book, which can't leave one out.
  init(path: String, text source: [UInt8]) throws(SuiteError) {
    let json = try JSON(text: source, path: path)
    guard let document = GoldenDocument(json) else {
      let message =
        "a golden document has \"id\", \"kind\", \"origin\" with \"document\" and \"section\", \"text\" and \"cases\""
      let fault = SuiteFault(location: TextLocation(file: path, line: 1), message: message)
      throw SuiteError(.malformed, faults: [fault])
    }
    self = document
  }
}
