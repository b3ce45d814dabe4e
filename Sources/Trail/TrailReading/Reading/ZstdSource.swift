import Foundation

/// The functions of libzstd, looked up when the first file asks for them.
///
/// The library is not linked: nearly every system has it, and hardly any its headers, without which the command could not
/// be built; and where it is missing, everything else still works.
@safe
struct ZstdLibrary: Sendable {
  typealias Create = @convention(c) @Sendable () -> OpaquePointer?
  typealias Free = @convention(c) @Sendable (OpaquePointer?) -> Int
  // The two buffers are three words each: where they begin, their size, and how far they were used.
  typealias Decompress =
    @convention(c) @Sendable (
      OpaquePointer?, UnsafeMutablePointer<UInt>?, UnsafeMutablePointer<UInt>?
    ) -> Int
  typealias IsError = @convention(c) @Sendable (Int) -> UInt32
  typealias ErrorName = @convention(c) @Sendable (Int) -> UnsafePointer<CChar>?

  let create: Create
  let free: Free
  let decompress: Decompress
  let isError: IsError
  let errorName: ErrorName

  /// The one of this system; nil if there is none.
  static let shared = ZstdLibrary(names: [
    "libzstd.so.1", "libzstd.1.dylib", "/opt/homebrew/lib/libzstd.1.dylib",
    "/usr/local/lib/libzstd.1.dylib",
  ])

  init?(names: [String]) {
    guard
      // The names are read while the call lasts.
      let library = unsafe names.lazy.compactMap({ unsafe dlopen($0, RTLD_NOW | RTLD_LOCAL) }).first
    else {
      return nil
    }
    func function<Function>(_ name: String, as type: Function.Type) -> Function? {
      // The types are those that the library's interface has had since its version 1.0.
      unsafe dlsym(library, name).map { unsafe unsafeBitCast($0, to: type) }
    }
    guard let create = unsafe function("ZSTD_createDStream", as: Create.self),
      let free = unsafe function("ZSTD_freeDStream", as: Free.self),
      let decompress = unsafe function("ZSTD_decompressStream", as: Decompress.self),
      let isError = function("ZSTD_isError", as: IsError.self),
      // What was found has the types that the interface has.
      let errorName = unsafe function("ZSTD_getErrorName", as: ErrorName.self)
    else { return nil }
    unsafe (self.create, self.free, self.decompress) = (create, free, decompress)
    unsafe (self.isError, self.errorName) = (isError, errorName)
  }
}

/// Uncompresses a file of zstd with any number of frames as it is read.
///
/// The library itself refuses frames that need more than 128 MiB to be uncompressed.
@safe
final class ZstdSource: ByteSource {
  private(set) var damage: (code: FindingCode, sentence: String)?

  /// What is uncompressed at once.
  private static let chunk = 1 << 18

  private var base: any ByteSource
  private let library: ZstdLibrary
  private let stream: OpaquePointer
  private let input: UnsafeMutableRawBufferPointer
  private var start = 0
  private var end: Int
  private var isInFrame = true
  /// Whether there was no room for all that the input came to.
  private var holdsBack = false
  private var isAtEnd = false

  /// Uncompresses what was read of a source already, and then the rest of it.
  init(_ head: Bytes, _ base: any ByteSource, _ library: ZstdLibrary) {
    self.base = base
    self.library = library
    guard let stream = unsafe library.create() else {
      preconditionFailure("libzstd is out of memory")
    }
    // The room is large enough for the head; both are given back once, below.
    unsafe self.stream = stream
    unsafe input = .allocate(byteCount: max(Self.chunk, head.count), alignment: 16)
    unsafe input.copyBytes(from: head)
    end = head.count
  }

  deinit {
    _ = unsafe library.free(stream)
    unsafe input.deallocate()
  }

  package func read(into room: UnsafeMutableRawBufferPointer) throws(TrailError) -> Int {
    guard room.count > 0 else { return 0 }
    while !isAtEnd {
      if start == end, !holdsBack {
        // No more is read than the room has.
        (start, end) = (0, try unsafe base.read(into: input))
        if end == 0 {
          if isInFrame { damage = Self.cutOff }
          isAtEnd = true
          break
        }
      }
      let count = unsafe step(into: room)
      if count > 0 { return count }
    }
    return 0
  }

  /// Uncompresses what there is, and says how many bytes came of it.
  private func step(into room: UnsafeMutableRawBufferPointer) -> Int {
    // The library keeps within what both say that there is.
    var output = [UInt(bitPattern: room.baseAddress), UInt(room.count), 0]
    var rest = unsafe [UInt(bitPattern: input.baseAddress), UInt(end), UInt(start)]
    let result = unsafe library.decompress(stream, &output, &rest)
    if library.isError(result) != 0 {
      let reason =
        unsafe library.errorName(result).map { unsafe String(cString: $0) } ?? "unknown error"
      damage = (
        .fileCorrupt,
        "the compressed data is damaged here (\(reason)); what follows was not checked"
      )
      isAtEnd = true
      return 0
    }
    // Zero is the end of a frame; another one may follow.
    if Int(rest[2]) > start || output[2] > 0 { isInFrame = result != 0 }
    start = Int(rest[2])
    holdsBack = isInFrame && Int(output[2]) == room.count
    return Int(output[2])
  }
}
