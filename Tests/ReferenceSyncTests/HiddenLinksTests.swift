import ReferenceRealm
import Testing

@testable import ReferenceSync

/// What a property holds beside the links that its device does not show.
struct HiddenLinksTests {
  private let holder = DocumentID(table: 0, key: .int(1))
  private let hidden = Content.link(DocumentID(table: 0, key: .int(5)))
  private let other = Content.link(DocumentID(table: 0, key: .int(6)))

  private func edit(to new: Content) -> Content {
    var links = HiddenLinks(deletionsAreFinal: false)
    links.note(holder, [0: .set([hidden])])
    var edit = links.edit(of: holder, 0, shown: .set([]))
    edit.show(new)
    return edit.full
  }

  @Test func `A set keeps what it holds out of view`() {
    #expect(edit(to: .set([other])) == .set([other, hidden]))
  }

  @Test func `A set that gains what it holds out of view has it once`() {
    #expect(edit(to: .set([hidden])) == .set([hidden]))
  }
}
