import Formats
import JSON
import Touchstone

// Steps that record.
extension ProgramModel {
  mutating func perform(_ kind: RecordingStep, _ step: Step) throws(StepFault) {
    switch kind {
    case .beginScope:
      try needEvents()
      if edition == .draft, scopes.contains(true) { throw .fails(.other) }
      try bind(.scope(scopes.count), step)
      scopes.append(true)
    case .commitScope:
      try end(step)
      device.noteEvent()
    case .cancelScope: try end(step)
    case .isActive: _ = try scope(step)
    case .dropScope:
      scopes[try scope(step)] = false
      // A name is given once in a program, also if it is gone.
      if let name = step[.scope] { handles[name] = .invalidated(isObject: false) }
    case .recordEvent:
      try needEvents()
      device.noteEvent()
    case .updateMetadata:
      try needEvents()
      if let code = Self.fault(ofMetadata: step[.metadata], edition) { throw .fails(code) }
    case .events, .auditEventSchema: try require(isRecording)
    }
  }

  private func needEvents() throws(StepFault) {
    if !isRecording { throw .fails(.eventsNotEnabled) }
  }

  private func scope(_ step: Step) throws(StepFault) -> Int {
    guard let name = step[.scope], case .scope(let scope)? = handles[name] else { throw .invalid }
    return scope
  }

  private mutating func end(_ step: Step) throws(StepFault) {
    let scope = try scope(step)
    if !scopes[scope] { throw .fails(.scopeNotActive) }
    scopes[scope] = false
  }

  /// What is wrong with metadata, if one thing is.
  static func fault(ofMetadata json: JSON?, _ edition: Edition) -> ErrorCode? {
    var keys = json?.object?.keys ?? []
    for pair in json?.array ?? [] { keys.append(pair[0]?.string ?? "") }
    let reserved = ["_id", "_partition", "timestamp", edition.activityField, "event", "data"]
    if keys.contains(where: { !(1...63).contains($0.utf8.count) || reserved.contains($0) }) {
      return .invalidMetadataKey
    }
    return Set(keys.map { Array($0.utf8) }).count < keys.count ? .duplicateMetadataKey : nil
  }
}
