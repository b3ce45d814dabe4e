public import Testing
public import TouchstoneTrail

/// Checks a trail, compares it with a database if one is given, and records an issue for each finding at the line of the
/// test.
///
/// ```swift
/// @Test func `Every change of a visit is recorded`() async throws {
///   let clinic = try Clinic()
///   try clinic.admit("Ann")
///   try await expectTrail(clinic.recorder.events, schema: schema, state: DatabaseState(path: clinic.path))
/// }
/// ```
///
/// - Parameters:
///   - events: what the recorder has stored, in that order.
///   - schema: the classes.
///   - state: the database after all changes.
///   - settings: whether the trail is complete, and how many findings are kept.
///   - level: the least level of findings that are issues.
///   - sourceLocation: where issues are recorded.
/// - Returns: all that was found, issues or not.
/// - Throws: a `TrailFault` if the trail or the database cannot be read.
@discardableResult
public func expectTrail(
  _ events: some Sequence<AuditEvent>,
  schema: TrailSchema,
  state: DatabaseState? = nil,
  settings: Trail.Settings = Trail.Settings(),
  failingFrom level: Finding.Level = .error,
  sourceLocation: SourceLocation = #_sourceLocation
) async throws -> TrailOutcome {
  try await expectTrail(
    Trail(events),
    schema: schema,
    state: state,
    settings: settings,
    failingFrom: level,
    sourceLocation: sourceLocation
  )
}

/// Checks a trail of files or documents likewise.
///
/// - Parameters:
///   - trail: the trail.
///   - schema: the classes.
///   - state: the database after all changes.
///   - settings: whether the trail is complete, and how many findings are kept.
///   - level: the least level of findings that are issues.
///   - sourceLocation: where issues are recorded.
/// - Returns: all that was found, issues or not.
/// - Throws: a `TrailFault` if the trail or the database cannot be read.
@discardableResult
public func expectTrail(
  _ trail: Trail,
  schema: TrailSchema,
  state: DatabaseState? = nil,
  settings: Trail.Settings = Trail.Settings(),
  failingFrom level: Finding.Level = .error,
  sourceLocation: SourceLocation = #_sourceLocation
) async throws -> TrailOutcome {
  let outcome = try trail.check(schema, with: state, settings)
  if outcome.documents == 0 {
    Issue.record("the trail has no document: nothing was checked", sourceLocation: sourceLocation)
  }
  for finding in outcome.findings where finding.level >= level {
    Issue.record(Comment(rawValue: finding.description), sourceLocation: sourceLocation)
  }
  return outcome
}
