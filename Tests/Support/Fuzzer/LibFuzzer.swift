#if LIBFUZZER
import Foundation
import FuzzTargets
import Synchronization

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ take: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

@_silgen_name("LLVMFuzzerMutate")
private func mutate(_ bytes: UnsafeMutablePointer<UInt8>, _ size: Int, _ limit: Int) -> Int

/// Changes an input: three in four of JSON as documents, the others as libFuzzer changes bytes.
@_cdecl("LLVMFuzzerCustomMutator")
func change(_ bytes: UnsafeMutablePointer<UInt8>, _ size: Int, _ limit: Int, _ seed: UInt32) -> Int
{
  if seed % 4 != 0, LibFuzzer.way.withLock({ $0?.way.kind.isJSON == true }) {
    var mutator = DocumentMutator(seed: UInt64(seed))
    let input = Array(UnsafeBufferPointer(start: bytes, count: size))
    if let changed = mutator.change(input), changed.count <= limit {
      bytes.update(from: changed, count: changed.count)
      return changed.count
    }
  }
  return mutate(bytes, size, limit)
}

/// Lets libFuzzer choose the inputs, by what of the program they reach.
enum LibFuzzer {
  /// The way that it looks at.
  static let way = Mutex<(way: WayIn, folder: FuzzFolder)?>(nil)

  /// Runs until libFuzzer has enough, or something is found.
  static func run(_ chosen: WayIn) throws {
    let folder = try FuzzFolder()
    way.withLock { $0 = (chosen, folder) }
    var count = CommandLine.argc
    var arguments = CommandLine.unsafeArgv
    let status = runDriver(&count, &arguments) { bytes, size in
      guard let (way, folder) = LibFuzzer.way.withLock({ $0 }) else { return -1 }
      do {
        try way.take(Array(UnsafeBufferPointer(start: bytes, count: size)), in: folder)
        return 0
      } catch { fatalError("the folder cannot be written to: \(error)") }
    }
    folder.remove()
    exit(status)
  }
}
#endif
