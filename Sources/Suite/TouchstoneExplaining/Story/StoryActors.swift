import Touchstone

/// Tells who does something in a story that has several realms or devices, in a column of its own.
struct StoryActors {
  /// Where a step runs.
  private struct Place {
    /// Empty if there is only one.
    var device: String
    /// Empty outside of every realm.
    var realm: String

    var name: String { [device, realm].filter { !$0.isEmpty }.joined(separator: " ") }
  }

  private static let server = "server"

  private var place: Place
  private var width = 0

  /// Nil if there is only one realm, which needs no mention.
  init?(_ testCase: Case) {
    if testCase.conformanceClass == ConformanceClass.mobilePlatform.rawValue {
      self.init(onDevices: MobilePlatform.devices(of: testCase.configuration), testCase)
    } else {
      self.init(inRealms: FlexibleSync.realms(of: testCase.configuration))
    }
  }

  private init?(inRealms realms: [String]) {
    guard realms.count > 1 else { return nil }
    place = Place(device: "", realm: realms[0])
    width = (realms + [Self.server]).map(\.count).max() ?? 0
  }

  /// Realms of this class have the names that steps give them.
  private init?(onDevices devices: [String], _ testCase: Case) {
    place = Place(device: devices.count > 1 ? devices[0] : "", realm: "")
    let steps = testCase.given + testCase.steps
    let names = self.names(in: steps)
    guard Set(names).subtracting([place.name]).count > 1 || devices.count > 1 else { return nil }
    width = (names + [Self.server]).map(\.count).max() ?? 0
  }

  /// The names of all places in which steps run.
  private func names(in steps: [Step]) -> [String] {
    steps.flatMap { step in
      guard step.kind == .flexibleSync(.on) else { return [place.name] + names(in: step.steps) }
      let other = entering(step)
      return step.steps.isEmpty ? [other.place.name] : other.names(in: step.steps)
    }
  }

  /// Who does the steps of an `on`.
  func entering(_ step: Step) -> StoryActors {
    var other = self
    if let device = step[.device] { other.place = Place(device: device, realm: "") }
    if let realm = step[.realm] { other.place.realm = realm }
    return other
  }

  /// Who does a step, in a column.
  func name(for step: Step) -> String {
    let name = step.kind?.entry.isAtServer == true ? Self.server : place.name
    return TextWrapping.pad(name, to: width) + "  "
  }
}
