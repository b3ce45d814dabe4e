import JSON

/// A text in quotes, cut where it gets long: files are untrusted, and so are the names in them.
package func quoted(_ text: String) -> String {
  let limit = 80
  let scalars = text.unicodeScalars
  guard let end = scalars.index(scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex),
    end < scalars.endIndex
  else { return JSON.string(text).text() }
  return JSON.string(String(scalars[..<end]) + "…").text()
}
