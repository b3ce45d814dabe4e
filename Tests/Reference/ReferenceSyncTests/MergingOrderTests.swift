import OrderedCollections
import ReferenceRealm
import ReferenceSync
import Testing

/// Whatever two or three devices do to an embedded object without knowing of each other, it does not matter whose changes
/// arrive first (MERGE-5).
struct MergingOrderTests {
  /// Where the embedded object is.
  enum Holder: CaseIterable {
    case property, entry

    var path: [Edit.Step] { self == .property ? [.column(1)] : [.column(2), .key("k")] }

    /// An object that holds an embedded one, or nothing.
    func contents(_ place: Content?) -> [Content] {
      switch self {
      case .property: [.plain(1), place ?? .null, .dictionary([:])]
      case .entry: [.plain(1), .null, .dictionary(place.map { ["k": $0] } ?? [:])]
      }
    }
  }

  /// What a device does, each in a transaction of its own.
  enum Act: CaseIterable {
    case put, clear, remove, setCity, setZip
  }

  /// All that a device does to the object.
  struct Story {
    var origin: Int
    /// The time of its first transaction; the next ones follow after ten milliseconds each.
    var begins: Int64
    /// Whether the device creates the object with an embedded one, or without; nil if the object is there.
    var createsPlace: Bool?
    var acts: [Act]
  }

  private static let id = DocumentID(table: 1, key: 1)

  /// An embedded object that no other one is like.
  private static func place(_ number: Int) -> Content {
    .embedded(table: 0, [.plain(.int(Int64(number))), .null])
  }

  /// The acts of a device, one or two after the other, or none.
  private static let acts =
    [[]] + Act.allCases.map { [$0] }
    + Act.allCases.flatMap { first in Act.allCases.map { [first, $0] } }

  /// When the second device begins: before, between and after the transactions of the first.
  private static let beginnings: [Int64] = [5, 25, 55]

  /// The transactions of a device; what it cannot do is left out.
  private func transactions(of story: Story, in holder: Holder, startsWith: Bool) -> [Changeset] {
    var hasPlace = story.createsPlace ?? startsWith
    var number = story.origin * 100
    var kinds: [Changeset.Change.Kind] = []
    if let createsPlace = story.createsPlace {
      kinds.append(.create(holder.contents(createsPlace ? Self.place(number) : nil)))
    }
    for act in story.acts {
      number += 1
      let edit: Edit
      switch act {
      case .put:
        edit = Edit(holder.path, .assign(Self.place(number), isFresh: false))
        hasPlace = true
      case .clear where holder == .property:
        edit = Edit(holder.path, .assign(.null, isFresh: false))
        hasPlace = false
      case .remove where holder == .entry && hasPlace:
        edit = Edit([.column(2)], .removeEntry(key: "k"))
        hasPlace = false
      case .setCity where hasPlace, .setZip where hasPlace:
        let column = act == .setCity ? 0 : 1
        let value = Content.plain(.int(Int64(number)))
        edit = Edit(holder.path + [.column(column)], .assign(value, isFresh: false))
      default: continue
      }
      kinds.append(.update([edit]))
    }
    return kinds.enumerated().map { index, kind in
      Changeset(
        time: Timestamp(milliseconds: story.begins + Int64(index) * 10),
        origin: story.origin,
        base: story.createsPlace == nil ? 1 : 0,
        changes: [Changeset.Change(Self.id, kind)]
      )
    }
  }

  /// What a server makes of the transactions, in this order.
  private func outcome(_ changesets: [Changeset], _ schema: Schema) -> [Content]? {
    var store = DocumentStore(schema: schema)
    for changeset in changesets { store.take(changeset) }
    return store[Self.id]?.contents
  }

  private func schema() throws -> Schema {
    try Schema([
      ObjectSchema("Place", isEmbedded: true, properties: ["city": "int?", "zip": "int?"]),
      ObjectSchema(
        "Widget",
        primaryKey: "_id",
        properties: ["_id": "int", "place": "Place?", "places": "dictionary<Place?>"]
      ),
    ])
  }

  /// The object that is there when it begins, with an embedded object or without.
  private func creation(_ holder: Holder, withPlace: Bool) -> Changeset {
    let contents = holder.contents(withPlace ? Self.place(1) : nil)
    return Changeset(
      time: Timestamp(milliseconds: 0),
      origin: 0,
      base: 0,
      changes: [.init(Self.id, .create(contents))]
    )
  }

  /// Every story of a device with so many acts at the most; it creates the object if none is there.
  private func stories(_ startsWith: Bool?, most: Int) -> [Story] {
    (startsWith == nil ? [true, false] : [nil]).flatMap { createsPlace in
      Self.acts.filter { $0.count <= most }.map {
        Story(origin: 1, begins: 20, createsPlace: createsPlace, acts: $0)
      }
    }
  }

  @Test(arguments: Holder.allCases, [nil, true, false])
  func `Of two devices either may be first`(_ holder: Holder, _ startsWith: Bool?) throws {
    let stories = stories(startsWith, most: 2)
    let pairs = stories.flatMap { story in stories.map { [story, $0] } }
    try compare(pairs, in: holder, startsWith, orders: [[0, 1], [1, 0]])
  }

  @Test(arguments: Holder.allCases, [nil, true, false])
  func `Of three devices any may be first`(_ holder: Holder, _ startsWith: Bool?) throws {
    let stories = stories(startsWith, most: 1)
    let threes = stories.flatMap { one in
      stories.flatMap { other in stories.map { [one, other, $0] } }
    }
    .filter { !Self.isOpen($0) }
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
    try compare(threes, in: holder, startsWith, orders: orders)
  }

  /// Whether three devices create the object, and one of them assigns or removes what is there ("What is open").
  private static func isOpen(_ stories: [Story]) -> Bool {
    stories.allSatisfy { $0.createsPlace != nil }
      && stories.contains { !Set($0.acts).isDisjoint(with: [.put, .clear, .remove]) }
  }

  /// Compares what comes of each group of stories, a device each, in every order of arrival.
  private func compare(
    _ stories: [[Story]],
    in holder: Holder,
    _ startsWith: Bool?,
    orders: [[Int]]
  ) throws {
    let schema = try schema()
    let before = startsWith.map { [creation(holder, withPlace: $0)] } ?? []
    var differences: [String] = []
    for stories in stories {
      for begins in Self.beginnings {
        let stories = stories.enumerated().map { index, story in
          var story = story
          (story.origin, story.begins) = (index + 1, [20, begins, 60 - begins][index])
          return story
        }
        let changesets = stories.map {
          transactions(of: $0, in: holder, startsWith: startsWith ?? false)
        }
        let outcomes = orders.map { outcome(before + $0.flatMap { changesets[$0] }, schema) }
        if let other = outcomes.first(where: { $0 != outcomes[0] }) {
          differences.append("\(stories): \(outcomes[0] as Any), or \(other as Any)")
        }
      }
    }
    #expect(stories.count > 30)
    let least = differences.min { $0.count < $1.count } ?? ""
    #expect(differences.isEmpty, "\(differences.count) differ, such as \(least)")
  }
}
