/// A time during which the events of a realm are collected under one activity.
///
/// ```swift
/// let scope = events.beginScope(activity: "admit a patient")
/// try realm.write { try realm.create("Person", value: ["_id": 5, "name": "Ann"]) }
/// scope.commit { error in print(error?.description ?? "the events are on disk") }
/// ```
///
/// Releasing it while it is active discards them. It may outlive the realm.
///
/// As in the SDK, ending a scope that is not in progress traps; `end(committing:completion:)` throws instead.
public final class Scope {
  private let recorder: Recorder
  private let id: Int

  init(recorder: Recorder, id: Int) {
    self.recorder = recorder
    self.id = id
  }

  deinit { if isActive { recorder.observe(.cancelScope(id: id)) } }

  /// Whether it was begun and neither committed nor cancelled yet.
  public var isActive: Bool { recorder.isActive(id) }

  /// Ends the scope and persists its events in the background.
  public func commit(completion: EventCompletion? = nil) {
    do { try end(committing: true, completion: completion) } catch {
      preconditionFailure(error.description)
    }
  }

  /// Ends the scope and forgets its events.
  public func cancel() {
    do { try end(committing: false) } catch { preconditionFailure(error.description) }
  }

  /// Commits or cancels.
  ///
  /// - Throws: `scopeNotActive` if the scope was ended before; the completion is not called then.
  public func end(committing: Bool, completion: EventCompletion? = nil) throws(EventError) {
    guard isActive else {
      throw EventError(
        .scopeNotActive,
        recorder.edition.allowsOverlappingScopes
          ? "Cannot end event scope: scope '\(id)' not in progress. Scope may have already been ended?"
          : "Cannot end audit scope: no audit in progress"
      )
    }
    if committing {
      recorder.observe(.commitScope(id: id), completion: completion)
    } else {
      recorder.observe(.cancelScope(id: id))
    }
  }
}
