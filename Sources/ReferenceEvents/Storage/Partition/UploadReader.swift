import Synchronization

/// Events of one partition on their way to the server.
struct UploadBatch: Sendable {
  let file: PartitionFile
  let events: [AuditEvent]
  /// How the edition that stored them calls the activity.
  let activityField: String
  /// The number of the last one in the partition.
  let last: Int
}

/// Reads the events of a partition in batches, and keeps it open from one batch to the next.
final class UploadReader: Sendable {
  /// How much is sent at once; a single larger event is sent alone.
  private static let batchBytes = 1 << 20
  private static let batchCount = 200

  private let reader = Mutex<PartitionReader?>(nil)

  /// The events after that number, as many as are sent at once.
  ///
  /// - Throws: an error if one can't be read, or there are none.
  func batch(of file: PartitionFile, after number: Int) throws -> UploadBatch {
    try reader.withLock { reader in
      if reader?.file !== file {
        try? reader?.close()
        reader = nil
        reader = try PartitionReader(file)
      }
      guard let reader else { throw EventError.missingAtEnd }
      var events: [AuditEvent] = []
      var bytes = 0
      try reader.forEachEvent(after: number) { _, event in
        events.append(event)
        bytes += (event.data?.utf8.count ?? 0) + (event.compressedData?.count ?? 0)
        return bytes < Self.batchBytes && events.count < Self.batchCount
      }
      if events.isEmpty { throw EventError.missingAtEnd }
      return UploadBatch(
        file: file,
        events: events,
        activityField: reader.header.activityField,
        last: number + events.count
      )
    }
  }

  /// Notes on disk that the server has all events of the batch.
  func acknowledge(_ batch: UploadBatch) throws {
    try reader.withLock { reader in
      guard let reader, reader.file === batch.file else { return }
      try reader.acknowledge(upTo: batch.last)
    }
  }

  /// Closes the partition, if it is the one that is open.
  func close(_ file: PartitionFile) {
    reader.withLock { reader in
      guard reader?.file === file else { return }
      try? reader?.close()
      reader = nil
    }
  }
}

extension EventError {
  /// A partition holds fewer events than were written to it.
  static let missingAtEnd = EventError.unavailable("events are missing at its end")
}
