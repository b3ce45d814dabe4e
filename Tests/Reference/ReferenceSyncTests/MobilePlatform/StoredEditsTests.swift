import JSON
import ReferenceRealm
import Testing

@testable import ReferenceSync

/// What waits on a device is stored as what was done, and is the same when it is read again.
struct StoredEditsTests {
  private static let text = Content.plain(.string("a"))

  @Test(arguments: [
    Edit([.column(2)], .assign(.plain(.list([1, 2])), isFresh: false)),
    Edit([.column(2)], .refill(.plain(.list([1, 2])))),
    Edit([.column(2)], .assign(text, isFresh: true)),
    Edit([.column(1), .place(3), .column(0)], .assign(.null, isFresh: false)),
    Edit([.column(1), .key("k")], .assign(text, isFresh: false)),
    Edit([.column(1)], .insert([text, .null], at: 4)),
    Edit([.column(1)], .remove(at: 0)),
    Edit([.column(1)], .add(text)),
    Edit([.column(1)], .take(text)),
    Edit([.column(1), .key("k"), .column(2)], .removeEntry(key: "n")),
  ])
  func `An edit is read as it was written`(_ edit: Edit) throws {
    let read = try Edit.read(edit.json)
    #expect(read.path == edit.path)
    #expect(read.json == edit.json)
    #expect("\(read.action)" == "\(edit.action)")
  }

  @Test(arguments: [
    #"[]"#, #"[[[1]],"assign",[]]"#, #"[[[1]],"swap",[1]]"#, #"[[[1]],"remove",[-1]]"#,
    #"[[[-1]],"add",[1]]"#, #"[[[1]],"removeEntry",[1]]"#, #"[[null],"add",[1]]"#,
  ])
  func `A damaged edit is refused`(_ text: String) throws {
    let json = try JSON(parsing: Array(text.utf8))
    #expect(throws: DamagedFile.self) { try Edit.read(json) }
  }
}
