import Digests
import Formats
import Foundation

/// Hands on the bytes of a source, and digests them on the way: a file is read once.
@safe
final class DigestedSource: ByteSource {
  private var base: any ByteSource
  private var digest: SHA256?
  /// How many bytes came.
  package private(set) var count = 0

  /// Only counts the bytes unless they are to be digested.
  init(_ base: any ByteSource, isDigested: Bool) {
    self.base = base
    digest = isDigested ? SHA256() : nil
  }

  var damage: (code: FindingCode, sentence: String)? { base.damage }

  package func read(into room: UnsafeMutableRawBufferPointer) throws(TrailError) -> Int {
    // The room is handed on as it came.
    let read = try unsafe base.read(into: room)
    count += read
    // So many bytes of the room were filled.
    unsafe digest?.update(UnsafeRawBufferPointer(rebasing: room[..<read]))
    return read
  }

  /// Reads what was not read: what stands behind damaged compressed data belongs to the file.
  package func finish() throws(TrailError) -> (bytes: Int, sha256: String?) {
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { unsafe room.deallocate() }
    while try unsafe read(into: room) > 0 {}
    return (count, digest?.hex)
  }
}

extension TrailInput {
  /// How many bytes there are, and their SHA-256, without looking into them.
  ///
  /// That of a folder, which a schema can be, is the one of the list of its files, as `sha256sum` writes it.
  package func digest() throws(TrailError) -> (bytes: Int, sha256: String) {
    if case .file(let path) = self, let names = Self.files(inFolder: path) {
      var (bytes, list) = (0, "")
      for name in names {
        let file = try TrailInput.file("\(path)/\(name)").digest()
        bytes += file.bytes
        list += "\(file.sha256)  \(name)\n"
      }
      return (bytes, SHA256.hex(of: Array(list.utf8)))
    }
    let (bytes, sha256) = try DigestedSource(source(), isDigested: true).finish()
    return (bytes, sha256 ?? "")
  }

  /// The files in a folder and in those within it, in the order of their names; nil if it is not a folder.
  private static func files(inFolder path: String) -> [String]? {
    guard FileManager.default.isFolder(path) == true else { return nil }
    let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    return names.filter { FileSource.size(ofRegular: "\(path)/\($0)") != nil }.sorted {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
  }

  /// Opens it, to read some of its bytes; of standard input, which has no places, all.
  package func source(_ range: Range<Int> = 0..<Int.max) throws(TrailError) -> any ByteSource {
    switch self {
    case .file(let path): try FileSource(path: path, range)
    case .standardInput: FileSource()
    case .bytes(let bytes, _): MemorySource(bytes, range)
    }
  }
}
