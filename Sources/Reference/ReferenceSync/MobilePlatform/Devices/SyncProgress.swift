/// What direction a block reports.
package enum SyncProgressDirection: String, Sendable {
  case upload, download
}

/// How long a block stays registered.
package enum SyncProgressMode: Sendable {
  /// Until it is stopped, with the latest transferrable bytes.
  case reportIndefinitely
  /// Until the bytes are transferred that were transferrable when it was registered.
  case forCurrentlyOutstandingWork
}

/// What a block is told.
package struct SyncProgress: Sendable, Hashable {
  package var transferredBytes: Int
  package var transferrableBytes: Int

  /// The part that is done, 1 if there is nothing to do.
  package var fractionTransferred: Double {
    if transferrableBytes == 0 { return 1 }
    return min(1, Double(transferredBytes) / Double(transferrableBytes))
  }
}

/// How much a session has transferred, and how much there is to transfer.
package struct TransferCounters: Sendable, Hashable {
  package var downloaded = 0
  package var downloadable = 0
  package var uploaded = 0
  package var uploadable = 0

  package init(downloaded: Int = 0, downloadable: Int = 0, uploaded: Int = 0, uploadable: Int = 0) {
    self.downloaded = downloaded
    self.downloadable = downloadable
    self.uploaded = uploaded
    self.uploadable = uploadable
  }

  package func progress(_ direction: SyncProgressDirection) -> SyncProgress {
    switch direction {
    case .upload: SyncProgress(transferredBytes: uploaded, transferrableBytes: uploadable)
    case .download: SyncProgress(transferredBytes: downloaded, transferrableBytes: downloadable)
    }
  }
}

/// A block that was registered with a session.
package struct ProgressWatch {
  package let direction: SyncProgressDirection
  package let mode: SyncProgressMode
  /// The transferrable bytes when it was registered, or when first something was known.
  package var captured: Int?

  /// What the block is told, and whether it is unregistered then.
  package mutating func report(_ counters: TransferCounters) -> (SyncProgress, isLast: Bool) {
    var progress = counters.progress(direction)
    guard mode == .forCurrentlyOutstandingWork else { return (progress, false) }
    let goal = captured ?? progress.transferrableBytes
    captured = goal
    progress.transferrableBytes = goal
    return (progress, progress.transferredBytes >= goal)
  }
}
