import Formats
import JSON
import Touchstone

/// All that a book is made of, wherever it comes from.
struct BookContent {
  var suite: Suite
  /// The chapters of the specification in the order of its table of contents, that table first.
  var chapters: [BookChapter]
  /// The names of the cases that the original library passed.
  var passedByOriginal: Set<String>
  /// What the documents print, by document and then by id.
  var documents: [GoldenDocument]
  /// Files that chapters link to and that stand in the book as they are: name and text by way.
  var schemas: [String: BookFile] = [:]

  init(
    suite: Suite,
    specification: [(path: String, text: String)],
    documents files: [(path: String, text: [UInt8])],
    schemas: [(path: String, text: [UInt8])] = [],
    passedByOriginal: [String] = []
  ) throws(SuiteError) {
    self.suite = suite
    self.passedByOriginal = Set(passedByOriginal)
    chapters = BookChapter.inOrder(specification)
    for file in schemas {
      let name = file.path.split(separator: "/").last.map(String.init) ?? file.path
      self.schemas["schemas/" + name] = BookFile(
        name: "schemas-" + name,
        text: String(decoding: file.text, as: UTF8.self)
      )
    }
    var documents: [GoldenDocument] = []
    var faults: [SuiteFault] = []
    var taken: Set<String> = []
    for file in files {
      func fault(_ message: String) {
        faults.append(SuiteFault(at: TextLocation(file: file.path, line: 1), message))
      }
      do throws(JSONError) {
        if let document = GoldenDocument(try JSON(parsing: file.text)) {
          documents.append(document)
          if !taken.insert(document.id).inserted {
            fault("the id \(document.id.quoted) is taken by another golden document")
          }
        } else {
          fault(
            "a golden document has \"id\", \"kind\", \"origin\" with \"document\" and \"section\", \"text\" and \"cases\""
          )
        }
      } catch { faults.append(SuiteFault(error, in: file.path)) }
    }
    guard faults.isEmpty else { throw SuiteError(.malformed, faults: faults) }
    self.documents = documents.sorted { ($0.document, $0.id) < ($1.document, $1.id) }
    try checkPages()
  }

  /// Two chapters on one page would hide one of them.
  private func checkPages() throws(SuiteError) {
    var owners: [String: String] = [:]
    for chapter in chapters {
      if let owner = owners.updateValue(chapter.path, forKey: chapter.page) {
        throw SuiteError(.malformed, "\(owner) and \(chapter.path) would be one page: rename one")
      }
      if BookPages.isReserved(chapter.page) {
        throw SuiteError(
          .malformed,
          "\(chapter.path) has the name of a page of the book: rename it"
        )
      }
    }
  }
}
