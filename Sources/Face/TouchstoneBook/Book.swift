package import Touchstone
package import TouchstoneCaseFiles

/// The specification, its cases and the documents' payloads as a static site: every requirement beside its examples.
///
/// The same suite always gives the same bytes.
package struct Book: Sendable {
  /// The files, none of them in a folder of its own.
  package let files: [BookFile]

  /// The book of a suite; a specification that a folder does not have is the one this program was built with.
  package init(_ source: SuiteSource) throws(SuiteError) {
    let text = try source.text()
    self.init(
      try BookContent(
        suite: Suite(reading: text),
        specification: text.specification,
        documents: text.documents,
        schemas: text.schemas,
        passedByOriginal: text.passedByOriginal()
      )
    )
  }

  init(_ content: BookContent) {
    let index = BookIndex(content)
    files =
      [IndexPage(index: index).file, CaseListPage(index: index).file]
      + DocumentPages(index: index).files
      + content.chapters.map { ChapterPage($0, index: index).file }
      + content.schemas.values.sorted { $0.name < $1.name }
      + BookAssets.files + [SearchIndex(index: index).file]
  }
}

/// One file of a book.
package struct BookFile: Sendable, Hashable {
  /// Its name, without a folder.
  package let name: String
  /// What is in it.
  package let text: String
}
