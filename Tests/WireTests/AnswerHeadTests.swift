import JSON
import Testing

@testable import TouchstoneProcess

struct AnswerHeadTests {
  private func head(_ line: String) -> AnswerHead? {
    Array(line.utf8).withUnsafeBytes { AnswerHead(of: $0) }
  }

  /// What is read of a line by way of its head; nil if it has none, or is no answer.
  private func result(_ line: String) -> JSON? {
    Array(line.utf8).withUnsafeBytes { line in
      AnswerHead(of: line).flatMap { try? $0.result(of: line).get() }
    }
  }

  @Test(arguments: [
    #"{"jsonrpc":"2.0","id":7,"result":{"a":[1]}}"#,
    #"{"jsonrpc": "2.0", "id": 7, "result": {"a": [1]}}"#,
    #" { "id" : 7 , "jsonrpc" : "2.0" , "result" : {"a":[1]} } "#,
    "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"a\":[1]}}\r",
    #"{"jsonrpc":"2.0","id":7,"result":{"a":[1]},"took":{"ms":3}}"#,
    #"{"jsonrpc":"2.0","id":7,"result":{"a":[1]},"error":null}"#,
  ])
  func `The usual forms are known by their beginning`(_ line: String) {
    #expect(head(line)?.id == 7)
    #expect(result(line) == ["a": [1]])
  }

  @Test(arguments: [
    "", "{", "{}", "[]", #"{"jsonrpc":"2.0","id":7}"#,
    #"{"jsonrpc":"2.0","id":7,"result":null}"#,
    #"{"jsonrpc":"2.0","id":7,"result":[]}"#,
    #"{"jsonrpc":"2.0","id":7,"error":{"code":1,"message":"no"}}"#,
    #"{"jsonrpc":"2.0","id":"7","result":{}}"#,
    #"{"jsonrpc":"2.0","id":-1,"result":{}}"#,
    #"{"jsonrpc":"2.0","id":7.0,"result":{}}"#,
    #"{"jsonrpc":"2.0","id":07,"result":{}}"#,
    #"{"jsonrpc":"2.0","id":9999999999999999999,"result":{}}"#,
    #"{"jsonrpc":"1.0","id":7,"result":{}}"#,
    #"{"jsonrpc":"2.0","jsonrpc":"2.0","id":7,"result":{}}"#,
    #"{"id":7,"id":8,"jsonrpc":"2.0","result":{}}"#,
    #"{"id":7,"result":{}}"#,
    #"{"result":{},"jsonrpc":"2.0","id":7}"#,
    #"{"jsonrpc":"2.0","id":7,"result":{}"#,
    #"{"jsonrpc":"2.0","id":7,"result":{"#,
  ])
  func `Whatever else is read as a whole`(_ line: String) {
    #expect(result(line) == nil)
  }

  @Test(arguments: [
    #"{"jsonrpc":"2.0","id":7,"result":{oops}}"#,
    #"{"jsonrpc":"2.0","id":7,"result":{}}}"#,
    #"{"jsonrpc":"2.0","id":7,"result":{},"id":8}"#,
    #"{"jsonrpc":"2.0","id":7,"result":{},"error":{"code":1,"message":"no"}}"#,
    #"{"jsonrpc":"2.0","id":7,"result":{}} {"jsonrpc":"2.0","id":8,"result":{}}"#,
  ])
  func `What begins like an answer and is none turns out when it is read`(_ line: String) {
    #expect(head(line)?.id == 7)
    #expect(result(line) == nil)
  }

  @Test func `A result may be as deep as a message may be, less one level`() {
    func line(_ depth: Int) -> String {
      let arrays = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      return #"{"jsonrpc":"2.0","id":7,"result":{"a":\#(arrays)}}"#
    }
    #expect(result(line(JSONLimits.default.depth - 2)) != nil)
    #expect(result(line(JSONLimits.default.depth - 1)) == nil)
  }
}
