/// One difference between what a case expects and what happened.
public struct Finding: Sendable, Hashable {
  /// Where, such as `events[0].data.value[0].office` or `steps[2].returns`.
  public var place: String
  /// What, such as `expected "62b4…4f", found an object`.
  public var message: String

  /// A difference at a place.
  package init(place: String, message: String) {
    self.place = place
    self.message = message
  }

  /// The place and what is wrong there.
  package var line: String { place.isEmpty ? message : "\(place): \(message)" }
}
