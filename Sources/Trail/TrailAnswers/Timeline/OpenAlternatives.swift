import JSON
import TrailReading

/// The alternatives of a filter that no event has shown yet: where another one is found, nothing else tells that one of
/// these is misspelt.
struct OpenAlternatives {
  private var activities: [Name] = []
  private var users: [(field: Name, value: Name)] = []
  private var classes: Set<ByteKey> = []
  private var paths: [ValueFilter.Path] = []

  init(_ filter: TrailFilter) {
    guard filter.hasAlternatives else { return }
    activities = filter.activities.map { Name($0) }
    users = filter.users.map { (Name($0.key), Name($0.value)) }
    classes = Set(filter.classes.map { ByteKey($0) })
    paths = filter.properties.map { ValueFilter.Path($0) }
  }

  var isEmpty: Bool {
    activities.isEmpty && users.isEmpty && classes.isEmpty && paths.isEmpty
  }

  /// Takes note of an event, wanted or not.
  mutating func note(_ document: borrowing Document) {
    // Each is given once, as a rule, and most events show none that is still open.
    if let activity = document.activity, activities.contains(where: activity.says) {
      activities.removeAll(where: activity.says)
    }
    for field in document.metadata where !users.isEmpty {
      if users.contains(where: { field.isNamed($0.field) && field.says($0.value) }) {
        users.removeAll { field.isNamed($0.field) && field.says($0.value) }
      }
    }
  }

  /// Takes note of what an event says of an object that is wanted.
  mutating func note(_ act: ObjectAct) {
    if let name = act.className { classes.remove(ByteKey(name)) }
    func isShown(_ path: ValueFilter.Path) -> Bool {
      path.isShown(in: act.object) || act.newValue.map(path.isShown) ?? false
    }
    if paths.contains(where: isShown) { paths.removeAll(where: isShown) }
  }
}
