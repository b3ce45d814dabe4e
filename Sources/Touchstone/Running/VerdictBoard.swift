import Synchronization

/// Where verdicts are put as they come, from any task.
final class VerdictBoard: Sendable {
  private let places: Mutex<[CaseVerdict?]>
  private let observe: @Sendable (CaseVerdict) -> Void

  init(count: Int, _ observe: @escaping @Sendable (CaseVerdict) -> Void) {
    places = Mutex(Array(repeating: nil, count: count))
    self.observe = observe
  }

  /// The verdicts that there are, in the order of their places.
  var verdicts: [CaseVerdict] { places.withLock { $0.compactMap(\.self) } }

  /// Puts a verdict, and tells the observer, who is never told two things at a time.
  func put(_ verdict: CaseVerdict, at place: Int) {
    places.withLock { places in
      places[place] = verdict
      observe(verdict)
    }
  }
}
