/// Steps that only a flexible-sync realm has.
package enum FlexibleSyncStep: String, StepTopic {
  case synchronize, clientLog, serverLog, errorOutput

  var entry: StepEntry {
    switch self {
    case .synchronize:
      entry(
        """
        uploads every transaction that was committed since the last time; the server judges each object that was \
        written, and what it reverts is reverted here before the step ends
        """,
        value: """
          an array with one object for each compensating write of this step, in the order of the writes: `objectType` \
          (string), `primaryKey` (the key as a value), `reason` (string)
          """,
        story: "realm.synchronize()"
      )
    case .clientLog:
      entry(
        value: """
          the lines that the sync client has logged about errors since the realm was opened, as an array
          """,
        story: "client.log"
      )
    case .serverLog:
      entry(
        value: """
          the entries of the server's log about compensating writes, as an array with one object for each `synchronize` \
          that had some: table name → primary key as text → reason
          """,
        story: "server.log"
      )
    case .errorOutput:
      entry(
        value: """
          what the sample error handler of the page has printed for the compensating writes so far, as an array of lines
          """,
        story: "errorHandler.output"
      )
    }
  }

  private func entry(_ does: String = "", value: String, story: String) -> StepEntry {
    StepEntry(does: does, yields: .expectedElements, value: value, classes: [.flexibleSync]) { _ in
      story
    }
  }
}
