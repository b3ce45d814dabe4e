import JSON

/// A custom event may be called anything, `read` and `write` included (CUSTOM-8): its data tells it from an event of a scope.
extension Document {
  /// Takes a read or write event whose text does not begin like an object for a custom event of that name.
  ///
  /// One whose text begins so and is none is damaged, which is said where payloads are read.
  mutating func settleKind(_ log: FindingLog) {
    guard isScoped, let data, data.isString, let content = data.content,
      content.first != Ascii.openBrace
    else { return }
    // It may begin with white space, which may be spelled in several ways.
    let text = data.string ?? ""
    guard text.utf8.first(where: { !$0.isJSONSpace }) != Ascii.openBrace else { return }
    log(
      .payloadCustom,
      "the data of the \(kind) event is not an object; it is taken for a custom event of that name"
    )
    kind = .custom
  }
}

extension Value {
  /// Whether it is `read` or `write` but for the case of its letters.
  ///
  /// What is `read` or `write` is not asked.
  var isScopedButForCase: Bool {
    // With quotes, which may be escaped.
    guard 6...9 ~= node.count, let text = plainContent else { return false }
    let lower = text.map { $0 | 0x20 }
    return lower.elementsEqual("read".utf8) || lower.elementsEqual("write".utf8)
  }
}
