import Foundation

/// An implementation that answers at once: it looks for the id of a request and for nothing else.
enum Peer {
  /// About the size of a usual answer.
  private static let result = """
    {"steps":[{"ok":null},{"ok":[{"ok":null},{"ok":null}]},{"ok":true},{"ok":null}],"events":[\
    {"_id":{"$oid":"62b396f4ebe94d2b871889bb"},"_partition":"events-62b396f4ebe94d2b871889ba",\
    "activity":"read object","event":"read","timestamp":{"$date":"2022-06-23T14:54:37.756Z"},\
    "data":"{\\"type\\":\\"Person\\",\\"value\\":[{\\"_id\\":1,\\"name\\":\\"Anthony\\",\\"office\\":null}]}",\
    "username":"Jason Bourne"}]}
    """
  private static let info = """
    {"protocolVersion":1,"implementation":{"name":"peer","version":"1","language":"Swift"},\
    "editions":["2023"],"classes":["recording"],"features":[]}
    """

  static func run() {
    let start = #"{"jsonrpc":"2.0","id":"#
    while let line = readLine() {
      let id = String(line.dropFirst(start.count).prefix { $0 != "," })
      let answer =
        switch id {
        case "0": info
        case "-1": "null"
        default: result
        }
      print("\(start)\(id),\"result\":\(answer)}")
      fflush(nil)
    }
  }
}
