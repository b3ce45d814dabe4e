/// A list of which a page shows the beginning at once and the rest when a reader asks for it.
///
/// A browser needs seconds to make elements of tens of thousands of entries. What is not shown stands in the page as
/// text, which costs nothing until then.
struct LongList {
  /// What makes elements of the text; a page with such lists has it as its script.
  static let script = Asset.text("more.js")
  /// The style of the buttons.
  static let style = Asset.text("more.css")

  /// The entries, each of them elements of the list.
  var entries: [HTML]
  /// How many are shown at once.
  var shown: Int
  /// How many are added each time.
  var step = 500

  /// The list between its tags, and behind it what shows more.
  func html(open: HTML, close: HTML) -> HTML {
    let list: HTML = "\(open)\(Array(entries.prefix(shown)))\(close)"
    guard entries.count > shown else { return list }
    let parts = stride(from: shown, to: entries.count, by: step).map { start -> HTML in
      // Every text in an entry is escaped: nothing in it ends the script element.
      let part = Array(entries[start..<min(start + step, entries.count)])
      return "<script type=\"text/plain\" data-count=\"\(part.count)\">\(part)</script>\n"
    }
    return """
      \(list)
      <div class="more"><p>… and <span>\(entries.count - shown)</span> more \
      <button type="button">Show more</button> <button type="button">Show all</button></p>
      \(parts)</div>

      """
  }
}
