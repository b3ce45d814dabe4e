/// A defect that was planted into a sample, and where.
package struct PlantedDefect: Sendable, Hashable {
  /// The code of the finding that checking has to give.
  package let code: String
  /// The line of the event, counted from 1.
  package let line: Int
  /// Its `_id`.
  package let id: String
}

/// A way of spoiling a sample, by the code of the finding that it must lead to.
struct SampleDefect: Sendable {
  let code: String
  /// Changes the sample, and says whether it could.
  let plant: Plant

  /// Plants a defect on a device, whose lines are appended.
  typealias Plant = @Sendable (inout SampleTrail, Int, inout [UInt8]) -> Bool

  init?(code: String) {
    guard let plant = Self.catalogue[code] else { return nil }
    self.code = code
    self.plant = plant
  }

  /// Every defect there is.
  static let catalogue: [String: Plant] = [history, payloads, documents].reduce(into: [:]) {
    $0.merge($1) { first, _ in first }
  }
}

extension SampleTrail {
  /// The codes of all defects that can be planted, in a fixed order.
  package static var defectCodes: [String] { SampleDefect.catalogue.keys.sorted() }

  /// Plants the next defect if it is time: they are spread evenly over the sample's latter three quarters.
  mutating func plantNext(on number: Int, room: Int, into bytes: inout [UInt8]) -> Bool {
    guard let defect = waiting.first, room > 8, devices[number].outerScopes == 0 else {
      return false
    }
    let done = options.defects.count - waiting.count
    let place = options.events / 4 + options.events * 3 / 4 * done / max(1, options.defects.count)
    guard written >= place, defect.plant(&self, number, &bytes) else { return false }
    waiting.removeFirst()
    return true
  }
}
