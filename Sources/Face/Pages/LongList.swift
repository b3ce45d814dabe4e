/// A list of which a page shows the beginning at once and the rest when a reader asks for it.
///
/// A browser needs seconds to make elements of tens of thousands of entries. What is not shown stands in the page as
/// text, which costs nothing until then.
package struct LongList {
  /// What makes elements of the text; a page with such lists has it as its script.
  package static let script = Asset.text("more.js", of: embeddedFiles)
  /// The style of the buttons.
  package static let style = Asset.text("more.css", of: embeddedFiles)

  /// The entries, each of them elements of the list.
  private let entries: [HTML]
  /// How many are shown at once.
  private let shown: Int
  /// How many are added each time.
  private let step: Int

  /// A list of entries of which some are shown at once, and as many as a step more each time.
  package init(entries: [HTML], shown: Int, step: Int = 500) {
    (self.entries, self.shown, self.step) = (entries, shown, step)
  }

  /// The list between its tags, and behind it what shows more.
  package func html(open: HTML, close: HTML) -> HTML {
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
