import JSON
import Testing
import Touchstone

@testable import TouchstoneExplore

/// Programs look at the server only where nothing is under way to it: when events are uploaded is open.
struct EventRealmProgramTests {
  private let record: JSON = ["do": "recordEvent", "activity": "a"]
  private let look: JSON = ["do": "serverEvents"]
  private let wait: JSON = ["do": "waitForUploads"]
  private let logOut: JSON = ["do": "logOut"]
  private let logIn: JSON = ["do": "logIn"]
  private let restart: JSON = ["do": "restart"]
  private let delete: JSON = ["do": "changeOnServer", "activity": "a", "delete": true]

  private func isValid(_ steps: JSON..., events: JSON = [:]) -> Bool {
    var program = Program()
    program.schema["Person"] = ["primaryKey": "_id", "properties": ["_id": "int"]]
    program.configuration = ["events": events]
    program.steps = steps
    return program.isValid(ExploreSettings(conformanceClass: .eventRealm))
  }

  @Test func `The server is looked at once what was recorded has arrived`() {
    #expect(isValid(record, wait, look))
    #expect(!isValid(record, look))
  }

  @Test func `Nothing is under way while the user of the event realm is logged out`() {
    #expect(isValid(logOut, record, look))
    // Another user uploads the events, who is not logged out.
    #expect(!isValid(logOut, record, look, events: ["syncUser": "auditor"]))
    #expect(isValid(logOut, record, wait, look, events: ["syncUser": "auditor"]))
  }

  @Test func `Whether a run waits for what former runs left is open until it has recorded`() {
    #expect(!isValid(logOut, record, restart, wait))
    #expect(isValid(logOut, record, restart, record, wait))
    #expect(!isValid(logOut, record, restart, logIn, wait, look))
    #expect(isValid(logOut, record, restart, logIn, record, wait, look))
    // An empty scope may record nothing.
    let begin: JSON = ["do": "beginScope", "activity": "a", "as": "s"]
    let commit: JSON = ["do": "commitScope", "scope": "s"]
    #expect(!isValid(logOut, record, restart, begin, commit, wait))
    #expect(isValid(record, wait, restart, wait))
  }

  @Test func `Nothing is changed on the server that the device may have of a former run`() {
    #expect(isValid(record, wait, delete))
    #expect(!isValid(record, wait, restart, delete))
    #expect(isValid(record, wait, restart, record, wait, delete))
  }
}
