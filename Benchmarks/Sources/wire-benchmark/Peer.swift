import Foundation
import Touchstone

/// An implementation that answers at once: it looks for the id of a request and for nothing else.
enum Peer {
  /// About the size of a usual answer.
  private static let body = Array(
    """
    ,"result":{"steps":[{"ok":null},{"ok":[{"ok":null},{"ok":null}]},{"ok":true},{"ok":null}],"events":[\
    {"_id":{"$oid":"62b396f4ebe94d2b871889bb"},"_partition":"events-62b396f4ebe94d2b871889ba",\
    "activity":"read object","event":"read","timestamp":{"$date":"2022-06-23T14:54:37.756Z"},\
    "data":"{\\"type\\":\\"Person\\",\\"value\\":[{\\"_id\\":1,\\"name\\":\\"Anthony\\",\\"office\\":null}]}",\
    "username":"Jason Bourne"}]}}

    """.utf8
  )
  private static let start = Array(#"{"jsonrpc":"2.0","id":"#.utf8)
  private static let info = Array(
    #","result":{"protocolVersion":1,"implementation":{"name":"peer","version":"1","language":"Swift"},"editions":["2023"],"classes":["recording"],"features":[]}}"#
      .utf8
  )

  static func run() {
    var lines = LineBuffer()
    var answers: [UInt8] = []
    while lines.fill({ read(0, $0.baseAddress, $0.count) }) > 0 {
      answers.removeAll(keepingCapacity: true)
      var isLast = false
      while let line = lines.next() {
        let id = line.dropFirst(start.count).prefix { $0 != UInt8(ascii: ",") }
        answers += start
        answers += id
        isLast = id.first == UInt8(ascii: "-")
        if id.elementsEqual([UInt8(ascii: "0")]) {
          answers += info
          answers.append(0x0A)
        } else if isLast {
          answers += Array(#","result":null}"#.utf8)
          answers.append(0x0A)
        } else {
          answers += body
        }
      }
      answers.withUnsafeBytes { _ = write(1, $0.baseAddress, $0.count) }
      if isLast { return }
    }
  }
}
