import OrderedCollections

extension Object {
  /// An accessor for a list, set or dictionary of an object: it always shows the present state.
  public struct Collection {
    /// Where the elements come from.
    enum Source {
      case column(Int)
      /// Computed: the objects that link here.
      case backLink(Schema.BackLink)
    }

    let parent: Object
    let name: String
    let source: Source

    var realm: Realm { parent.realm }
    var place: String { "\(parent.className).\(name)" }

    /// The number of elements.
    ///
    /// Nothing is read, except that computed back links are all read by counting them.
    public func count() throws(RealmError) -> Int {
      let content = try content()
      readBackLinks(content)
      return switch content {
      case .list(let elements): elements.count
      case .set(let elements): elements.count
      case .dictionary(let entries): entries.count
      default: 0
      }
    }

    /// An element of a list, or the only one of a set.
    public func element(at index: Int) throws(RealmError) -> Element {
      switch try content() {
      case .list(let elements):
        guard elements.indices.contains(index) else { throw outOfRange(index, elements.count) }
        readBackLinks(.list(elements))
        return element(elements[index])
      case .set(let elements):
        guard elements.indices.contains(index) else { throw outOfRange(index, elements.count) }
        guard elements.count == 1 else {
          throw .typeMismatch(
            "\(place) is a set of \(elements.count): it has no order to take from"
          )
        }
        return element(elements[index])
      default:
        throw .typeMismatch("\(place) is a dictionary: take an element by its key")
      }
    }

    /// The value of a dictionary's key.
    public func element(key: String) throws(RealmError) -> Element {
      guard case .dictionary(let entries) = try content() else { throw notA("dictionary") }
      guard let value = entries[key] else { throw noKey(key) }
      return element(value)
    }

    /// What is taken from a collection: an object that was thereby instantiated, or a plain value.
    public enum Element {
      case object(Object)
      case value(Value)
    }

    private var access: ObjectAccess {
      guard case .column(let column) = source else { return .backLink }
      return .element(LinkPath(parent: parent.reference, column: column))
    }

    /// Computed back links are a query, whose whole result is read.
    private func readBackLinks(_ content: Value) {
      guard case .backLink(let link) = source else { return }
      var keys: [Int64] = []
      content.forEachReference { keys.append($0.key) }
      realm.didEvaluateQuery(table: link.table, objects: keys)
    }

    private func element(_ value: Value) -> Element {
      guard case .object(let target) = value else { return .value(value) }
      return .object(realm.instantiate(target, by: access))
    }

    /// The objects in it, for a query on their class.
    public func objects() throws(RealmError) -> Results {
      let target: Int
      switch source {
      case .backLink(let link): target = link.table
      case .column(let column):
        let definition = parent.table.columns[column]
        guard let table = definition.target, !definition.isEmbedded else {
          throw .typeMismatch(
            "\(place) is \(definition.type): only collections of links can be queried"
          )
        }
        target = table
      }
      _ = try content()
      return Results(realm: realm, table: realm.schema.tables[target], source: .collection(self))
    }

    /// Whether it is a dictionary of links with an entry that is null.
    var hasNullEntry: Bool {
      guard case .dictionary(let entries)? = try? content() else { return false }
      return entries.values.contains(.null)
    }

    /// The present elements.
    func content() throws(RealmError) -> Value {
      let values = try parent.values()
      switch source {
      case .column(let column): return values[column]
      case .backLink(let link):
        return .list(realm.current.sources(of: parent.reference, through: link).map(Value.object))
      }
    }

    func notA(_ kind: String) -> RealmError {
      .typeMismatch("\(place) is not a \(kind)")
    }

    func outOfRange(_ index: Int, _ count: Int) -> RealmError {
      RealmError(.indexOutOfRange, "\(place) has \(count) elements: there is none at \(index)")
    }

    func noKey(_ key: String) -> RealmError {
      RealmError(.noSuchKey, "\(place) has no entry of that key")
    }

    var noValue: RealmError { RealmError(.noSuchKey, "\(place) does not hold that value") }
  }
}
