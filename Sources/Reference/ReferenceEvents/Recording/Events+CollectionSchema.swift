public import JSON

extension Events {
  /// The schema that a collection needs to hold the events of this realm (S3, "Event Library Schema").
  ///
  /// It has the fields of the stored document, and an optional string for each key that metadata has had since the
  /// realm was opened.
  public var collectionSchema: JSON {
    AuditEvent.collectionSchema(
      activityField: recorder.edition.activityField,
      metadata: recorder.metadataKeys
    )
  }
}
