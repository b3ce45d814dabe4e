import Foundation
import Testing

@testable import Formats

struct FileBytesTests {
  private func reason(_ path: String) -> String? {
    do {
      _ = try FileBytes.read(URL(filePath: path))
      return nil
    } catch { return FileFailure.reason(error) }
  }

  @Test func `A pipe is read to its end`() throws {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data("a\n".utf8))
    try pipe.fileHandleForWriting.close()
    let path = "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)"
    #expect(try FileBytes.read(URL(filePath: path)) == Array("a\n".utf8))
  }

  @Test func `What cannot be read is named`() {
    #expect(reason("/nowhere/file") == "there is no such file")
    #expect(reason(NSTemporaryDirectory()) == "it is a folder")
    #expect(reason("/dev/zero") == "it is a device")
  }

  @Test func `A link to a device is as endless as the device`() throws {
    let link = NSTemporaryDirectory() + "/" + UUID().uuidString
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/dev/zero")
    defer { try? FileManager.default.removeItem(atPath: link) }
    #expect(reason(link) == "it is a device")
  }
}
