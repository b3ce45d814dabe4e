import Foundation
import Testing

@testable import TrailCheck
@testable import TrailReading

/// Files in formats that are not read are named, with the command that makes of them what is.
struct ForeignFormatTests {
  private let text = SmallExport.document() + "\n" + SmallExport.document(2) + "\n"

  private func refusal(_ bytes: [UInt8], _ name: String = "trail") -> String? {
    do {
      var check = TrailCheck()
      try check.check(.bytes(bytes, name: name))
      return nil
    } catch { return (error as TrailError).description }
  }

  private func encoded(_ encoding: String.Encoding, _ text: String? = nil) throws -> [UInt8] {
    Array(try #require((text ?? self.text).data(using: encoding)))
  }

  @Test(
    arguments: [
      ([0x42, 0x5A, 0x68, 0x39], "compressed with bzip2", "bzip2 -dc"),
      ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], "compressed with xz", "xz -dc"),
      ([0x50, 0x4B, 3, 4], "compressed with zip", "unzip -p"),
      ([0x04, 0x22, 0x4D, 0x18], "compressed with lz4", "lz4 -dc"),
      ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], "compressed with 7-Zip", "7z x -so"),
    ] as [([UInt8], String, String)]
  )
  func `What compressed a file is told by its first bytes`(
    magic: [UInt8],
    words: String,
    command: String
  ) throws {
    let sentence = try #require(refusal(magic + [1, 2, 3, 4]))
    #expect(
      sentence == "trail is \(words), which is not read; uncompress or convert it on the way: "
        + "\(command) trail | touchstone check -"
    )
    // In a member of gzip, too.
    #expect(refusal(SmallExport.gzip(magic + [1, 2, 3, 4])) == sentence)
    #expect(refusal(magic, "it's mine")?.contains(#"\#(command) 'it'\''s mine' |"#) ?? false)
  }

  @Test(
    arguments: [
      (.utf16, "UTF-16"), (.utf16LittleEndian, "UTF-16"), (.utf16BigEndian, "UTF-16"),
      (.utf32, "UTF-32"), (.utf32LittleEndian, "UTF-32"), (.utf32BigEndian, "UTF-32"),
    ] as [(String.Encoding, String)]
  )
  func `Other encodings are named, with and without a mark, and the command converts them`(
    encoding: String.Encoding,
    name: String
  ) throws {
    for text in [self.text, "[\n" + SmallExport.document() + "\n]"] {
      let bytes = try encoded(encoding, text)
      let sentence = try #require(refusal(bytes))
      #expect(sentence.hasPrefix("trail is in \(name), which is not read"))
      let converted = try run(sentence, bytes)
      #expect(converted.starts(with: text.utf8))
    }
  }

  @Test(arguments: [",", "\t", ";"])
  func `A table is named, and the command makes documents of it`(separator: String) throws {
    let rows = [
      ["_id", "_partition", "activity", "event", "data", "timestamp", "user"],
      [
        "ObjectId(62b396f4ebe94d2b871889bb)", SmallExport.partition, "open", "read",
        #""{""type"":""P"",""value"":[{""_id"":1}]}""#, "2022-06-23T14:54:37.756Z", "",
      ],
    ]
    let bytes = Array(rows.map { $0.joined(separator: separator) }.joined(separator: "\n").utf8)
    let sentence = try #require(refusal(bytes))
    let converted = try run(sentence, bytes)
    let check = try SmallExport.check(Array(converted))
    #expect(check.documents == 1 && check.findings.counts.isEmpty)
  }

  @Test func `Text that looks like one of these is still a trail`() throws {
    for start in ["_id,", "BZ", "PK", ""] {
      #expect(refusal(Array((start + "\n" + text).utf8)) == nil)
    }
  }

  /// Runs the command that a sentence names on a file.
  private func run(_ sentence: String, _ bytes: [UInt8]) throws -> Data {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(bytes).write(to: file)
    let command = try #require(
      sentence.firstMatch(of: #/on the way: (.*) trail \| touchstone check -$/#)?.1
    )
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", "\(command) \(file.path())"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return data
  }
}
