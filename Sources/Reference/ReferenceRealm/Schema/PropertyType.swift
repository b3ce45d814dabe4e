import OrderedCollections

/// The type of a property, written like `string?`, `Office?`, `list<Person>` or `dictionary<int?>`.
public struct PropertyType: Sendable, Hashable, CustomStringConvertible {
  /// What one value of it is.
  public enum Element: Sendable, Hashable {
    case bool, int, float, double, string, data, date, objectId, uuid, decimal128, mixed
    /// An object of that class: a link, or embedded if the class is.
    case object(String)
  }

  /// How values are held.
  public enum Shape: String, Sendable, Hashable {
    case single, list, set, dictionary
    /// Computed back links: nothing is stored.
    case linkingObjects

    /// What a property holds that was never given anything.
    var empty: Value {
      switch self {
      case .list: .list([])
      case .set: .set([])
      case .dictionary: .dictionary([:])
      case .single, .linkingObjects: .null
      }
    }
  }

  /// What one value is.
  public var element: Element
  /// Whether there is one value or a collection of them.
  public var shape: Shape
  /// Whether one value may be null.
  public var isOptional: Bool
  /// With `linkingObjects`: the property of `element`'s class that points here.
  public var origin: String?

  /// A type put together.
  public init(
    _ element: Element,
    shape: Shape = .single,
    isOptional: Bool = false,
    origin: String? = nil
  ) {
    self.element = element
    self.shape = shape
    self.isOptional = isOptional
    self.origin = origin
  }

  /// The type that a text of the form above describes.
  ///
  /// - Returns: nil if the text is not a type.
  public init?(_ text: String) {
    if text.hasSuffix(">"), let open = text.firstIndex(of: "<") {
      let inner = String(text[text.index(after: open)...].dropLast())
      switch Shape(rawValue: String(text[..<open])) {
      case .linkingObjects:
        let parts = inner.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, Self.isName(parts[0]), Self.isName(parts[1]) else { return nil }
        self.init(.object(parts[0]), shape: .linkingObjects, origin: parts[1])
      case .single?, nil: return nil
      case let shape?: self.init(inner: inner, shape: shape)
      }
    } else {
      self.init(inner: text, shape: .single)
    }
  }

  private init?(inner: String, shape: Shape) {
    let isOptional = inner.hasSuffix("?")
    let name = isOptional ? String(inner.dropLast()) : inner
    guard let element = Self.plain[name] ?? (Self.isName(name) ? .object(name) : nil) else {
      return nil
    }
    self.init(element, shape: shape, isOptional: isOptional)
  }

  private static func isName(_ text: String) -> Bool {
    !text.isEmpty
      && !text.unicodeScalars.contains {
        "<>?.\"".unicodeScalars.contains($0) || $0.properties.isWhitespace
      }
  }

  private static let plain: [String: Element] = [
    "bool": .bool, "int": .int, "float": .float, "double": .double, "string": .string,
    "data": .data,
    "date": .date, "objectId": .objectId, "uuid": .uuid, "decimal128": .decimal128, "mixed": .mixed,
  ]

  /// The text that it is written as in a schema.
  public var description: String {
    let name = if case .object(let name) = element { name } else { "\(element)" }
    let inner = name + (isOptional ? "?" : "")
    return switch shape {
    case .single: inner
    case .linkingObjects: "linkingObjects<\(name).\(origin ?? "")>"
    default: "\(shape.rawValue)<\(inner)>"
    }
  }
}

extension PropertyType: ExpressibleByStringLiteral {
  /// Traps on a text that is not a type.
  public init(stringLiteral text: String) {
    guard let type = PropertyType(text) else { preconditionFailure("not a property type: \(text)") }
    self = type
  }
}
