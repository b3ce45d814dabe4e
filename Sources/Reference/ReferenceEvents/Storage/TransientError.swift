import GRDB

extension Error {
  /// Whether it says nothing about a file but that it can't be read or written just now: no descriptors or memory are
  /// left, the disk is full, or access is denied.
  ///
  /// A partition is not damaged then: it stays where it is, and is tried again.
  var isTransient: Bool {
    guard let error = self as? DatabaseError else { return false }
    switch error.extendedResultCode {
    case .SQLITE_IOERR_SHORT_READ, .SQLITE_IOERR_CORRUPTFS: return false
    default: break
    }
    switch error.resultCode {
    case .SQLITE_CANTOPEN, .SQLITE_IOERR, .SQLITE_NOMEM, .SQLITE_FULL, .SQLITE_BUSY, .SQLITE_LOCKED,
      .SQLITE_PERM, .SQLITE_READONLY, .SQLITE_PROTOCOL:
      return true
    default: return false
    }
  }
}
