import ClinicApp
import TouchstoneTrail

/// What the tests say of the clinic's trail: its classes, how the tables name them, and its events as documents.
enum ClinicTrail {
  static var schema: TrailSchema {
    get throws {
      try TrailSchema(
        json: """
          {"Doctor": {"primaryKey": "_id", "properties": {"_id": "int", "name": "string"}},
           "Patient": {"primaryKey": "_id", "properties": {
             "_id": "uuid", "name": "string", "born": "date?", "doctor": "Doctor?", "photo": "data?"}},
           "Visit": {"primaryKey": "_id", "properties": {
             "_id": "uuid", "patient": "Patient?", "at": "date", "weight": "double", "note": "string?"}}}
          """
      )
    }
  }

  static let mapping = """
    {"classes": {
      "Doctor": {"columns": {"_id": "id"}},
      "Patient": {"columns": {"_id": "id", "doctor": "doctorId"}},
      "Visit": {"columns": {"_id": "id", "patient": "patientId"}}}}
    """

  static func event(_ event: Recorder.Event) -> AuditEvent {
    AuditEvent(
      id: event.id,
      partition: event.partition,
      activity: event.activity,
      event: event.kind,
      data: event.data,
      timestamp: event.date,
      metadata: ["username": event.user]
    )
  }
}
