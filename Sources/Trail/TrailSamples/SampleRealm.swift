import Formats

/// An object of the realm that a sample's events are recorded from.
struct SampleObject: Sendable {
  let sampled: Int
  /// The order of creation, in which payloads list objects.
  var serial: Int
  /// A piece of JSON for each property, empty where it is left out.
  var values: [String]
  /// Which object it links to.
  var target: Int?
  /// How many objects link to it.
  var incoming = 0
}

/// The realm whose use a sample shows: what makes its events agree with each other.
struct SampleRealm: Sendable {
  private(set) var objects: [SampleObject] = []
  /// The places of the objects of each class.
  private(set) var alive: [[Int]]
  /// Places that deleted objects have left.
  private var free: [Int] = []
  private var serials = 0
  private var nextKey = 1

  /// Whether decimals are left out, as in edition `core`.
  private let omitsDecimals: Bool

  init(omitsDecimals: Bool) {
    self.omitsDecimals = omitsDecimals
    alive = Array(repeating: [], count: SampleClass.all.count)
  }

  subscript(place: Int) -> SampleObject { objects[place] }

  /// The JSON of a value, empty where the property is left out.
  func piece(_ kind: SampleKind, _ random: inout SplitMix64) -> String {
    omitsDecimals && kind == .decimal ? "" : random.piece(kind)
  }

  /// Creates an object with random values and, mostly, a link.
  mutating func insert(_ sampled: Int, _ random: inout SplitMix64) -> Int {
    let description = SampleClass.all[sampled]
    var pieces = description.properties.map { piece($0.kind, &random) }
    if description.properties[description.key].kind == .intKey {
      pieces[description.key] = String(nextKey)
      nextKey += 1
    }
    serials += 1
    var object = SampleObject(sampled: sampled, serial: serials, values: pieces)
    if let link = description.link, case .link(let target) = description.properties[link].kind,
      !alive[target].isEmpty, random.chance(85)
    {
      let place = random.pick(alive[target])
      object.target = place
      object.values[link] = key(of: place)
      objects[place].incoming += 1
    }
    let place = free.popLast() ?? objects.count
    if place == objects.count { objects.append(object) } else { objects[place] = object }
    alive[sampled].append(place)
    return place
  }

  /// Deletes an object to which none links.
  mutating func delete(_ place: Int) {
    let object = objects[place]
    if let target = object.target { objects[target].incoming -= 1 }
    // Only the deleted one moves; payloads are put in the order of creation anyway.
    if let position = alive[object.sampled].firstIndex(of: place) {
      alive[object.sampled].swapAt(position, alive[object.sampled].count - 1)
      alive[object.sampled].removeLast()
    }
    free.append(place)
  }

  mutating func set(_ property: Int, of place: Int, to piece: String) {
    objects[place].values[property] = piece
  }

  mutating func setLink(of place: Int, to target: Int?) {
    guard let link = SampleClass.all[objects[place].sampled].link else { return }
    if let old = objects[place].target { objects[old].incoming -= 1 }
    objects[place].target = target
    objects[place].values[link] = target.map { key(of: $0) } ?? "null"
    if let target { objects[target].incoming += 1 }
  }

  func key(of place: Int) -> String {
    let object = objects[place]
    return object.values[SampleClass.all[object.sampled].key]
  }

  /// Appends an object as it stands in a payload; a followed link has its target in full.
  func write(_ place: Int, following: Bool = false, into text: inout String) {
    let object = objects[place]
    let description = SampleClass.all[object.sampled]
    text += "{"
    var isFirst = true
    for position in description.properties.indices where !object.values[position].isEmpty {
      if !isFirst { text += "," }
      isFirst = false
      text += description.properties[position].label
      if following, position == description.link, let target = object.target {
        write(target, into: &text)
      } else {
        text += object.values[position]
      }
    }
    text += "}"
  }

  /// An object as it stands in a payload.
  func text(of place: Int) -> String {
    var text = ""
    write(place, into: &text)
    return text
  }
}
