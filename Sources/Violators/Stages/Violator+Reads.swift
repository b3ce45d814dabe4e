import ReferenceEvents
import ReferenceRealm

extension Violator {
  /// The reference that takes objects out of the events of reads, once these are combined.
  static let takingOut = Kind<
    @Sendable (_ object: ObjectReference, _ version: Int, FinishedScope) -> Bool
  > { isTakenOut in
    stages { pipeline in
      let combine = pipeline.combine
      pipeline.combine = { scope in
        combine(scope).compactMap { event in
          switch event {
          case .write: return event
          case .object(let read):
            return isTakenOut(read.object, read.version, scope) ? nil : event
          case .query(var read):
            read.objects.removeAll {
              isTakenOut(ObjectReference(table: read.table, key: $0), read.version, scope)
            }
            return read.objects.isEmpty ? nil : .query(read)
          }
        }
      }
    }
  }
}

extension LogEntry {
  /// The read of an object; nil for anything else.
  var objectRead: ObjectRead? { if case .object(let read) = self { read } else { nil } }

  /// A read at another version; a write as it is.
  func at(_ version: Int?) -> LogEntry {
    guard let version else { return self }
    switch self {
    case .query(var read):
      read.version = version
      return .query(read)
    case .object(var read):
      read.version = version
      return .object(read)
    case .write: return self
    }
  }
}
