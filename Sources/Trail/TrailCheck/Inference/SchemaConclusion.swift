import Formats
import JSON
import TrailReading

/// Decides on types.
struct SchemaConclusion {
  /// Doubts that many properties share, each said once.
  private enum Doubt: String, CaseIterable {
    case whole = "int, because all numbers are whole: it may be a double"
    case date = "date, because all texts are dates: it may be a string"
    case objectId = "objectId, because all texts have that form: it may be a string"
    case uuid = "uuid, because all texts have that form: it may be a string"
    case decimal = "string, but all texts are decimals: it may be a decimal128"
    case list = "list, but no array has an element twice: it may be a set"
    case required = "not optional, because it is never null in this trail: it may be optional"
    case nullDouble =
      "optional, because it is null somewhere: null stands for NaN and the infinities too"
    case few = "has the type that nearly all of its values have; touchstone check names the others"
    case nothing = "mixed, because it is always null or empty: it may be anything"
    case types = "mixed, because its values have several types: the schema may have been changed"
    case absent =
      "mixed, because some objects lack it: mixed values that hold data are left out; the schema may have been changed"
    case link = "the primary keys of a class are among its values: it may be a link"
    case embedded =
      "an embedded class, because its objects have the same keys: it may be a dictionary"
    case dictionary =
      "a dictionary, because its objects have different keys: it may be an embedded class"
    case className = "a class that is named after it here: the trail does not say what it is called"
    case target =
      "a link to the class whose objects look alike: others do as well, or it is an embedded class"
    case unknownKeys =
      "a link, but some of its values are the keys of no object of that class in this trail: it may be mixed"
  }

  let classes: [(key: String, value: ObjectSketch)]
  /// What links may lead to.
  var targets: LinkTargets
  /// So many classes are named that a value may lead to.
  private static let named = 8
  private let keys: PrimaryKeys
  private var schema: ByteDictionary<JSON> = [:]
  private var doubts: [Doubt: [String]] = [:]
  private var remarks: [String] = []

  init(_ sketches: ByteDictionary<ObjectSketch>, _ keys: PrimaryKeys) {
    (classes, self.keys) = (sketches.sorted, keys)
    targets = LinkTargets(classes.map(\.value))
  }

  /// The classes in the order of their names.
  var json: JSON {
    var object: JSONObject = [:]
    for (name, description) in schema.sorted { object[name] = description }
    return .object(object)
  }

  var unsure: [String] {
    let shared = Doubt.allCases.compactMap { doubt in
      doubts[doubt].map { "\($0.joined(separator: ", ")): \(doubt.rawValue)" }
    }
    return remarks + shared
  }

  mutating func conclude() {
    spreadExpansions()
    for (name, sketch) in classes { describe(name, sketch, isEmbedded: false) }
    remarks.append(
      "properties of type data and computed back links are not in a trail: add them where there are some"
    )
  }

  private mutating func describe(_ name: String, _ sketch: ObjectSketch, isEmbedded: Bool) {
    // It is there before its properties are, which may lead to it.
    schema[name] = [:]
    var properties: JSONObject = [:]
    let key = isEmbedded ? nil : sketch.keyName ?? keys.named(of: name)
    for member in sketch.members {
      let place = plainOrQuoted(name) + "." + plainOrQuoted(member.name)
      let isKey = key.map { member.name.utf8.elementsEqual($0.utf8) } ?? false
      let type =
        isKey
        ? keyType(member.values, place)
        : type(of: member, in: sketch, "\(name)_\(member.name)", place)
      properties[member.name] = .string(type)
    }
    var description: JSONObject = [:]
    if isEmbedded {
      description["embedded"] = true
    } else if let key {
      description["primaryKey"] = .string(key)
    } else if sketch.represented == 0 || sketch.count > 0 {
      remarks.append(
        "\(plainOrQuoted(name)) has no primary key here: not all of its objects have an _id; --primary-key names another one"
      )
    }
    if sketch.represented > 0 {
      remarks.append(
        "\(plainOrQuoted(name)): some of its objects are not written as objects, so it has a custom representation"
      )
    }
    description["properties"] = .object(properties)
    schema[name] = .object(description)
  }

  /// A primary key is never null here, and leads nowhere.
  private mutating func keyType(_ values: ValueSketch, _ place: String) -> String {
    if let type = scalar(values, place, isKey: true) { return type }
    doubt(.types, place)
    return "mixed"
  }

  private mutating func doubt(_ doubt: Doubt, _ place: String) {
    if doubts[doubt]?.last != place { doubts[doubt, default: []].append(place) }
  }

  /// Whether that many are all of them, or so many that the others may be mistakes in the trail.
  private mutating func isType(_ count: Int, of total: Int, _ place: String) -> Bool {
    guard count < total else { return true }
    guard count.isNearlyAll(of: total) else { return false }
    doubt(.few, place)
    return true
  }

  // MARK: Types

  private mutating func type(
    of member: ObjectSketch.Member,
    in object: ObjectSketch,
    _ className: String,
    _ place: String
  ) -> String {
    if !isType(member.count, of: object.count, place) {
      doubt(.absent, place)
      return "mixed"
    }
    let values = member.values
    guard values.count > 0 else {
      doubt(.nothing, place)
      return "mixed"
    }
    if values.arrays > 0, isType(values.arrays, of: values.count + values.nulls, place) {
      return list(values, className, place)
    }
    guard let base = single(values, className, place) else {
      doubt(.types, place)
      return "mixed"
    }
    // A dictionary is never null.
    if base.contains("<") {
      if isType(values.count, of: values.count + values.nulls, place) { return base }
      doubt(.types, place)
      return "mixed"
    }
    if base == "mixed" { return base }
    if PropertyType.Scalar(rawValue: base) == nil { return base + "?" }
    if values.nulls == 0 {
      doubt(.required, place)
      return base
    }
    if base == "double" { doubt(.nullDouble, place) }
    return base + "?"
  }

  private mutating func list(_ values: ValueSketch, _ className: String, _ place: String) -> String
  {
    guard let elements = values.elements, elements.count + elements.nulls > 0 else {
      doubt(.nothing, place)
      return "list<mixed>"
    }
    if !values.hasRepeats { doubt(.list, place) }
    return "list<\(inner(elements, className, place))>"
  }

  /// The type of what stands in a collection.
  private mutating func inner(_ values: ValueSketch, _ className: String, _ place: String) -> String
  {
    guard values.count > 0, let base = single(values, className, place),
      !base.contains("<")
    else { return "mixed" }
    if base == "mixed" || values.nulls == 0 { return base }
    return base + "?"
  }

  /// The type of values that are not arrays; nil if they have several.
  private mutating func single(
    _ values: ValueSketch,
    _ className: String,
    _ place: String
  ) -> String? {
    guard values.objects > 0, let members = values.members else { return scalar(values, place) }
    let keys = values.strings + values.integers
    if let key = members.keyName.flatMap({ members[$0]?.values }),
      isType(values.objects + keys, of: values.count, place)
    {
      // A class has keys of one type.
      let isLink =
        (values.integers == 0 || key.strings == 0) && (values.strings == 0 || key.integers == 0)
        && isForm(\.objectIds, of: values, asOf: key, place)
        && isForm(\.uuids, of: values, asOf: key, place)
      return isLink ? linked(values, members, className, place, keys > 0) : nil
    }
    guard isType(values.objects, of: values.count, place) else { return scalar(values, place) }
    let isUniform = members.members.allSatisfy { isType($0.count, of: members.count, place) }
    if isUniform, !members.members.isEmpty {
      doubt(.embedded, place)
      describe(className, members, isEmbedded: true)
      return className
    }
    doubt(members.members.isEmpty ? .nothing : .dictionary, place)
    return "dictionary<\(inner(members.entries, className, place))>"
  }

  /// Whether texts have a form, if those of keys have it throughout.
  private mutating func isForm(
    _ form: KeyPath<ValueSketch, Int>,
    of values: ValueSketch,
    asOf key: ValueSketch,
    _ place: String
  ) -> Bool {
    key.strings == 0 || key[keyPath: form] < key.strings
      || isType(values[keyPath: form], of: values.strings, place)
  }

  private mutating func linked(
    _ values: ValueSketch,
    _ members: ObjectSketch,
    _ className: String,
    _ place: String,
    _ isAlsoKey: Bool
  ) -> String? {
    let candidates = targets.lookingLike(members)
    let sharing = targets.sharing(values.keys)
    // One that has the keys is more likely than one that merely looks alike.
    let best = candidates.best(by: sharing)
    guard let best else {
      // Objects of several classes are those of a mixed property.
      if members.members.contains(where: { $0.count < members.count }),
        members.members.allSatisfy({ targets.isKnown($0.name) })
      {
        return nil
      }
      doubt(.className, place)
      describe(className, members, isEmbedded: !isAlsoKey)
      return className
    }
    let known = sharing[best] ?? 0
    if candidates.numbers.count > 1 || known == 0 {
      doubt(.target, place)
    } else if known < values.keys.count {
      doubt(.unknownKeys, place)
    }
    return classes[best].key
  }

  /// The type of values without parts; nil if they have several.
  ///
  /// A key is an int, a string, an objectId or a UUID: what else its values look like is not in question.
  private mutating func scalar(
    _ values: ValueSketch,
    _ place: String,
    isKey: Bool = false
  ) -> String? {
    // An _id is a key in every class, also where some of its objects lack it.
    let isKeyByName = isKey || place.hasSuffix("._id")
    let most = max(values.bools, values.numbers, values.strings)
    guard most > 0, isType(most, of: values.count, place) else { return nil }
    if values.bools == most { return "bool" }
    if values.numbers == most {
      if values.others > 0 { return "mixed" }
      if values.fractions > 0 { return "double" }
      if !isKeyByName {
        doubt(.whole, place)
        noteLink(values, place)
      }
      return "int"
    }
    if !isKeyByName { noteLink(values, place) }
    for (count, name, doubt) in [
      (isKey ? 0 : values.dates, "date", Doubt.date), (values.objectIds, "objectId", .objectId),
      (values.uuids, "uuid", .uuid),
    ] where count > 0 && isType(count, of: values.strings, place) {
      self.doubt(doubt, place)
      return name
    }
    if values.decimals == values.strings, !isKey { doubt(.decimal, place) }
    return "string"
  }

  /// A link that is never expanded looks like the key of its target.
  private mutating func noteLink(_ values: ValueSketch, _ place: String) {
    let found = targets.sharing(values.keys)
      .filter { values.numbers == 0 || $0.value == values.keys.count }.keys.sorted()
    guard !found.isEmpty else { return }
    let names = found.prefix(Self.named).map { plainOrQuoted(classes[$0].key) }
    let more = found.count > Self.named ? " and others" : ""
    doubt(.link, "\(place) (\(names.joined(separator: ", "))\(more))")
  }
}
