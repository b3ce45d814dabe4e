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
}
