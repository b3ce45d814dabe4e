/// A defect that was planted into a sample, and where.
package struct PlantedDefect: Sendable, Hashable {
  /// The code of the finding that checking has to give.
  package let code: String
  /// The line of the event, counted from 1.
  package let line: Int
  /// Its `_id`.
  package let id: String
}

/// The ways of spoiling a sample, each by the code of the finding that it must lead to.
enum SampleDefect {
  /// Plants the defect of a code on a device, and says whether it could.
  typealias Plant = @Sendable (inout SampleTrail, String, Int) -> Bool

  /// Every defect there is.
  static let catalogue: [String: Plant] = [history, relations, payloads, documents].reduce(into: [:]
  ) {
    $0.merge($1) { first, _ in first }
  }
}

extension SampleTrail {
  /// The codes of all defects that can be planted, in a fixed order.
  package static var defectCodes: [String] { SampleDefect.catalogue.keys.sorted() }
}

extension SampleTrail {
  /// Begins a scope a little later.
  mutating func open(_ activity: String, after delay: Int64) {
    clock += delay
    scope = SampleScope(activity: activity, room: 4, milliseconds: clock)
  }

  /// Writes a scope of its own whose last event is the defect.
  mutating func plant(
    _ code: String,
    on device: Int,
    after delay: Int64 = 1000,
    _ act: (inout SampleTrail) -> Void
  ) -> Bool {
    open("planted \(code)", after: delay)
    act(&self)
    scope.events[scope.events.count - 1].planted = code
    commit(on: device)
    return true
  }
}
