import Formats
import JSON
import Touchstone

/// What can be searched for, as a script: a page that is opened from a folder may load a script, but no data.
struct SearchIndex {
  let index: BookIndex

  var file: BookFile {
    let entries = JSON.array(requirements + cases + documents + sections)
    // Within a string `\u003c` is the same character, and nothing that reads this as a page sees a tag.
    let text = entries.text().replacing("<", with: "\\u003c")
    return BookFile(name: BookPages.search, text: "window.touchstoneIndex = \(text);\n")
  }

  /// Kind, name, title, further words, address, and the editions if they are not all.
  private func entry(
    _ kind: String,
    _ name: String,
    _ title: String,
    _ words: String,
    _ address: String,
    _ editions: [String] = Suite.editions
  ) -> JSON {
    var parts = [kind, name, title, words].map(terminalSafe) + [address]
    if editions != Suite.editions { parts.append(editions.joined(separator: " ")) }
    return .array(parts.map(JSON.string))
  }

  private var requirements: [JSON] {
    index.content.chapters.flatMap { chapter in
      chapter.requirementIds(in: index).compactMap { id -> JSON? in
        guard let requirement = index.content.suite.requirements[id] else { return nil }
        return entry(
          "requirement",
          id,
          MarkdownSpan.plainText(of: requirement.text),
          MarkdownSpan.plainText(of: chapter.title),
          "\(chapter.page)#\(id)",
          index.editions(ofRequirement: id)
        )
      }
    }
  }

  private var cases: [JSON] {
    index.content.suite.cases.map { testCase in
      let words = testCase.requirements + testCase.needs
      return entry(
        "case",
        testCase.name,
        testCase.title,
        words.joined(separator: " "),
        index.address(of: testCase),
        testCase.editions ?? Suite.editions
      )
    }
  }

  private var documents: [JSON] {
    index.content.documents.map { document in
      let title = [document.section, document.caption].compactMap(\.self).joined(separator: ": ")
      let words = "\(document.document) \(document.kind.rawValue) \(document.text.prefix(400))"
      return entry("document", document.id, title, words, index.address(of: document))
    }
  }

  /// Headings of prose, and the chapters themselves.
  private var sections: [JSON] {
    index.content.chapters.flatMap { chapter in
      let title = MarkdownSpan.plainText(of: chapter.title)
      let introduction = chapter.introduction.map(MarkdownSpan.plainText) ?? ""
      return [entry("chapter", title, introduction, "", chapter.page)]
        + chapter.blocks.enumerated().compactMap { place, block -> JSON? in
          guard case .heading(let level, let text) = block, let anchor = chapter.anchors[place],
            level > 2 || index.requirement(headedBy: text) == nil
          else { return nil }
          let words = MarkdownSpan.plainText(of: text)
          return entry("section", words, title, "", "\(chapter.page)#\(anchor)")
        }
    }
  }
}
