import JSON
import Touchstone

/// The requests of cases that follow each other in a batch, written one behind the other.
///
/// What travels from thread to thread for a single case is its place in here: counting references and freeing memory
/// for each case costs more than sending it.
final class CaseRequests: Sendable {
  let batch: CaseBatch
  /// Which case of the batch is the first.
  let first: Int
  /// The parameters of `runCase` for each.
  let parameters: Parameters

  /// Texts in one piece of memory.
  struct Parameters: Sendable {
    private var text: [UInt8] = []
    private var ends: [Int] = []

    init(_ programs: some Sequence<CaseProgram>) {
      for program in programs {
        program.message.write(into: &text)
        ends.append(text.count)
      }
    }

    var count: Int { ends.count }

    /// Hands over some of the texts one by one.
    func forEach(in places: Range<Int>, _ body: (Int, UnsafeRawBufferPointer) -> Void) {
      text.withUnsafeBytes { bytes in
        for place in places {
          let start = place == 0 ? 0 : ends[place - 1]
          body(place, UnsafeRawBufferPointer(rebasing: bytes[start..<ends[place]]))
        }
      }
    }
  }

  init(_ parameters: Parameters, from first: Int, of batch: CaseBatch) {
    self.parameters = parameters
    self.first = first
    self.batch = batch
  }
}
