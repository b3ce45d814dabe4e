/// One difference between what a case expects and what happened.
///
/// ```swift
/// for finding in verdict.findings { print(finding.place, finding.message) }
/// // events[0].data.value[0].office expected "62b4…4f", found an object
/// ```
public struct Finding: Sendable, Hashable {
  /// Where, such as `events[0].data.value[0].office` or `steps[2].returns`.
  public var place: String
  /// What, such as `expected "62b4…4f", found an object`.
  public var message: String

  /// The requirement that is broken whatever else was expected, where the form of the value tells; it may be one that the
  /// case does not show.
  public var requirement: String?

  /// A difference at a place.
  package init(place: String, message: String, requirement: String? = nil) {
    self.place = place
    self.message = message
    self.requirement = requirement
  }

  /// The place, what is wrong there, and what that breaks.
  package var line: String {
    (place.isEmpty ? message : "\(place): \(message)") + (requirement.map { " (\($0))" } ?? "")
  }
}
