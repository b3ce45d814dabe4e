import ReferenceAdapter
import ReferenceSync

extension Violator {
  /// The reference with stages of the mobile platform replaced, for each case anew.
  static let mobile = Violation<@Sendable (inout MobilePlatformStages) -> Void> { replace in
    ReferenceImplementation(mobileStages: {
      var stages = MobilePlatformStages()
      replace(&stages)
      return stages
    })
  }

  /// The reference that gives users other rights than they have.
  static let mobileRights = Violation<@Sendable (inout AccessRights, Identity, RealmPath) -> Void> {
    change in
    mobile { stages in
      stages.rights = { identity, path, access in
        var rights = access.rights(of: identity, on: path)
        change(&rights, identity, path)
        return rights
      }
    }
  }

  /// The reference that carries changes of access out otherwise.
  static let mobileProcess = Violation<
    @Sendable (PermissionChange, Identity, inout AccessControl) -> PermissionChange.Outcome
  > { process in mobile { $0.process = process } }

  /// The reference that tells blocks other numbers; the right ones are at hand.
  static let mobileReport = Violation<
    @Sendable (
      inout ProgressWatch, TransferCounters,
      _ right: (inout ProgressWatch) -> (SyncProgress, isLast: Bool)
    ) -> (SyncProgress, isLast: Bool)
  > { report in
    mobile { stages in
      stages.report = { watch, counters in report(&watch, counters) { $0.report(counters) } }
    }
  }

  /// The reference whose object server merges otherwise.
  static let mobileMerging = Violation<
    @Sendable (Changeset.Change, Changeset, DocumentStore) -> DocumentStore.Outcome
  > { merge in mobile { $0.merge = merge } }
}

extension Changeset.Change {
  /// The same with something else in place of each edit.
  func editing(_ transform: (Edit) -> [Edit]) -> Changeset.Change {
    guard case .update(let edits) = kind else { return self }
    var change = self
    change.kind = .update(edits.flatMap(transform))
    return change
  }

  /// Without assignments of what properties hold already.
  func withoutAssigningWhatIsThere(in store: DocumentStore) -> Changeset.Change {
    let present = store[id]?.contents
    return editing { edit in
      guard case .assign(let content, _) = edit.action, edit.path.count == 1,
        content == present?[edit.column]
      else { return [edit] }
      return []
    }
  }
}
