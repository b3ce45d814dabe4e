import Foundation
import ReferenceSync
import Synchronization

/// Numbers what is done with a disk, and ends the process at one of the numbers, as a power cut would: before and after
/// each thing, and in the middle of each file that is written.
final class FatalPoints: Sendable {
  private let left: Mutex<Int>
  private let isCounting = Mutex(false)

  init(_ point: Int) { left = Mutex(point) }

  /// From now on points count.
  func begin() { isCounting.withLock { $0 = true } }

  private func pass() {
    guard isCounting.withLock({ $0 }) else { return }
    let isFatal = left.withLock { left in
      left -= 1
      return left < 0
    }
    if isFatal { kill(getpid(), SIGKILL) }
  }

  /// A disk with these points.
  var files: DeviceFiles {
    let real = DeviceFiles()
    var files = real
    files.write = { [self] bytes, file in
      pass()
      if isCounting.withLock({ $0 }) {
        try real.write(Array(bytes.prefix(bytes.count / 2)), file)
        pass()
      }
      try real.write(bytes, file)
      pass()
    }
    files.rename = { [self] file, name in
      pass()
      try real.rename(file, name)
      pass()
    }
    files.remove = { [self] file in
      pass()
      try real.remove(file)
      pass()
    }
    return files
  }
}
