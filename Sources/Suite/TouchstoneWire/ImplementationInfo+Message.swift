package import JSON
import Touchstone

extension ImplementationInfo {
  /// Reads the result of `initialize`.
  ///
  /// - Throws: a ``WireError`` that says what is missing.
  package init(message: JSON) throws(WireError) {
    func texts(_ name: String) throws(WireError) -> [String] {
      let texts = message[name]?.array?.compactMap(\.string)
      guard let texts, texts.count == message[name]?.array?.count else {
        throw .invalidParameters("the result of initialize has \"\(name)\", an array of strings")
      }
      return texts
    }
    func text(_ name: String) throws(WireError) -> String {
      guard let text = message["implementation"]?[name]?.string else {
        throw .invalidParameters(
          "the result of initialize has \"implementation\", an object with the string \"\(name)\""
        )
      }
      return text
    }
    guard message["protocolVersion"]?.int == Wire.version else {
      throw .notSpoken(
        "the result of initialize says \"protocolVersion\": \(Wire.version), which was asked for"
      )
    }
    self.init(
      name: try text("name"),
      version: try text("version"),
      language: try text("language"),
      editions: try texts("editions"),
      classes: try texts("classes"),
      features: try texts("features")
    )
  }

  /// The result of `initialize`.
  package var message: JSON {
    [
      "protocolVersion": .int(Wire.version),
      "implementation": [
        "name": .string(name), "version": .string(version), "language": .string(language),
      ],
      "editions": .array(editions.map(JSON.string)), "classes": .array(classes.map(JSON.string)),
      "features": .array(features.map(JSON.string)),
    ]
  }
}
