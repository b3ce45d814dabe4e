import JSON
import Touchstone

extension CaseProgram {
  /// The event configuration; nil if there is none.
  var events: JSONObject? {
    get {
      guard let events = configuration["events"] else { return [:] }
      return events.object
    }
    set {
      var members = configuration.object ?? [:]
      members["events"] = newValue.map(JSON.object) ?? .null
      configuration = .object(members)
    }
  }

  /// The prefix of the events' partitions, if one is given.
  var partitionPrefix: String? {
    get { events?["partitionPrefix"]?.string }
    set { events?["partitionPrefix"] = newValue.map(JSON.string) }
  }

  /// The metadata of the configuration as pairs.
  var metadataPairs: [(key: String, value: JSON)] {
    get { events?.metadataPairs ?? [] }
    set { events?["metadata"] = .array(newValue.map { [.string($0.key), $0.value] }) }
  }

  /// The program with something changed.
  func with(_ change: (inout CaseProgram) -> Void) -> CaseProgram {
    var changed = self
    change(&changed)
    return changed
  }
}
