/// The way from the top of a JSON document to a value in it, written like `data.value[0].office`.
///
/// ```swift
/// let path = JSONPath().appending("data").appending("value").appending(0).appending("office")
/// print(path)  // data.value[0].office
/// ```
public struct JSONPath: Sendable, Hashable, CustomStringConvertible {
  /// One step of the way.
  public enum Component: Sendable, Hashable {
    case key(String)
    case index(Int)
  }

  /// The steps, outermost first.
  public var components: [Component]

  /// A way of these steps; the top of the document if there are none.
  public init(_ components: [Component] = []) { self.components = components }

  /// The way to a member of the object at this place.
  public func appending(_ key: String) -> JSONPath { JSONPath(components + [.key(key)]) }

  /// The way to an element of the array at this place.
  public func appending(_ index: Int) -> JSONPath { JSONPath(components + [.index(index)]) }

  /// Keys that are not plain words are written in brackets and quotes: `data["a.b"]`.
  public var description: String {
    var text = ""
    for component in components {
      switch component {
      case .index(let index): text += "[\(index)]"
      case .key(let key) where key.isPlainWord: text += text.isEmpty ? key : "." + key
      case .key(let key): text += "[\(JSON.string(key).text())]"
      }
    }
    return text
  }
}

extension String {
  fileprivate var isPlainWord: Bool {
    !isEmpty
      && utf8.allSatisfy { $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "$") || $0.isAlphanumeric }
  }
}

extension UInt8 {
  fileprivate var isAlphanumeric: Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }
}
