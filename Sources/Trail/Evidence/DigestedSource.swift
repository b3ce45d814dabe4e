import Formats

/// Hands on the bytes of a source, and digests them on the way: a file is read once.
final class DigestedSource: ByteSource {
  private var base: any ByteSource
  private var digest: SHA256?
  /// How many bytes came.
  private(set) var count = 0

  /// Only counts the bytes unless they are to be digested.
  init(_ base: any ByteSource, isDigested: Bool) {
    self.base = base
    digest = isDigested ? SHA256() : nil
  }

  var damage: (code: FindingCode, sentence: String)? { base.damage }

  func read(into room: UnsafeMutableRawBufferPointer) throws(TrailError) -> Int {
    let read = try base.read(into: room)
    count += read
    digest?.update(UnsafeRawBufferPointer(rebasing: room[..<read]))
    return read
  }

  /// Reads what nobody has read: what stands behind damaged compressed data belongs to the file.
  func finish() throws(TrailError) -> (bytes: Int, sha256: String?) {
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { room.deallocate() }
    while try read(into: room) > 0 {}
    return (count, digest?.hex)
  }
}

extension TrailInput {
  /// How many bytes there are, and their SHA-256, without looking into them.
  package func digest() throws(TrailError) -> (bytes: Int, sha256: String) {
    let (bytes, sha256) = try DigestedSource(source(), isDigested: true).finish()
    return (bytes, sha256 ?? "")
  }

  /// Opens it.
  func source() throws(TrailError) -> any ByteSource {
    switch self {
    case .file(let path): try FileSource(path: path)
    case .standardInput: FileSource()
    case .bytes(let bytes, _): MemorySource(bytes)
    }
  }
}
