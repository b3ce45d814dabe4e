/// Wakes a thread that waits for descriptors, by way of a pipe that it waits for as well.
struct Wakeup: Sendable {
  private let pipe: PipeEnds

  init() throws(CaseFault) {
    pipe = try PipeEnds()
    pipe.reading.makeNonBlocking()
    pipe.writing.makeNonBlocking()
  }

  /// Can be read from when it is time to wake up.
  var descriptor: Descriptor { pipe.reading }

  /// Wakes the thread; a pipe that is full already does so.
  func signal() { _ = pipe.writing.write([1]) }

  /// Takes note that the thread is awake.
  func clear() { _ = pipe.reading.read() }
}
