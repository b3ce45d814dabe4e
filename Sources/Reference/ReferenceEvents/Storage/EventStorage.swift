/// Where the events of one realm are stored: in files that are uploaded, or in memory.
protocol EventStorage: AnyObject, Sendable {
  /// Opens the event realm at once.
  ///
  /// - Throws: what keeps it from being opened.
  func openNow() throws(EventError)

  /// Persists events, all or none.
  ///
  /// - Parameters:
  ///   - isEmpty: whether it is certain that there are none.
  ///   - completion: is called once they are stored, or can't be.
  ///   - events: passes them on, one after the other.
  func persist(isEmpty: Bool, completion: EventCompletion?, events: @escaping WriteJob.Events)

  /// The whole trail as far as it is still here, read back after everything that waits was persisted.
  func trail() throws(EventError) -> [AuditEvent]
  func partitions() throws(EventError) -> [EventPartition]
  func waitForUploads(timeout: Duration) -> Bool
  func close()
  func abandon()
}

/// Stores jobs for a queue that has them wait.
protocol JobCommitter: AnyObject, Sendable {
  /// Stores the first of these jobs, at least one.
  ///
  /// - Returns: what became of them.
  func commit(_ jobs: [WriteJob]) -> [EventError?]

  /// Does what completions are not to wait for.
  func completionsHaveRun()
}
