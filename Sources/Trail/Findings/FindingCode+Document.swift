/// What is wrong with files and lines: found before a document can be read.
extension FindingCode {
  static let lineDamaged = FindingCode(
    "line-damaged",
    .error,
    .document,
    "TRAIL-1",
    "a document is no JSON"
  )
  static let lineNotUTF8 = FindingCode(
    "line-not-utf8",
    .error,
    .document,
    "TRAIL-1",
    "a document is not in UTF-8"
  )
  static let lineNoObject = FindingCode(
    "line-no-object",
    .error,
    .document,
    "TRAIL-1",
    "what stands for a document is no JSON object"
  )
  static let fieldTwice = FindingCode(
    "field-twice",
    .error,
    .document,
    "TRAIL-2",
    "a document has a field twice"
  )
  static let fileTruncated = FindingCode(
    "file-truncated",
    .error,
    .document,
    "TRAIL-3",
    "the end of a file is missing"
  )
  static let fileCorrupt = FindingCode(
    "file-corrupt",
    .error,
    .document,
    "TRAIL-3",
    "compressed data is damaged"
  )
  static let arrayDamaged = FindingCode(
    "array-damaged",
    .error,
    .document,
    "TRAIL-3",
    "something else stands between documents"
  )
  static let lineTooLong = FindingCode(
    "line-too-long",
    .error,
    .document,
    "TRAIL-4",
    "a document is too long to be checked"
  )

  static let reading: [FindingCode] = [
    lineDamaged, lineNotUTF8, lineNoObject, fieldTwice, fileTruncated, fileCorrupt, arrayDamaged,
    lineTooLong,
  ]
}

/// What is wrong with the fields of a document.
extension FindingCode {
  static let idMissing = FindingCode(
    "id-missing",
    .error,
    .document,
    "META-1",
    "a document has no _id"
  )
  static let idType = FindingCode(
    "id-type",
    .error,
    .document,
    "META-1",
    "_id is no objectId"
  )
  static let idTwice = FindingCode(
    "id-twice",
    .error,
    .document,
    "META-1",
    "two documents have the same _id"
  )
  static let partitionMissing = FindingCode(
    "partition-missing",
    .error,
    .document,
    "META-2",
    "a document has no _partition"
  )
  static let partitionType = FindingCode(
    "partition-type",
    .error,
    .document,
    "META-2",
    "_partition is no string"
  )
  static let partitionForm = FindingCode(
    "partition-form",
    .error,
    .document,
    "META-2",
    "_partition is no prefix with a hyphen and 24 lowercase hexadecimal digits"
  )
  static let activityMissing = FindingCode(
    "activity-missing",
    .error,
    .document,
    "META-3",
    "a document has no activity"
  )
  static let activityType = FindingCode(
    "activity-type",
    .error,
    .document,
    "META-3",
    "the activity is no string"
  )
  static let activityField = FindingCode(
    "activity-field",
    .error,
    .document,
    "META-22",
    "the activity stands in another edition's field"
  )
  static let eventType = FindingCode(
    "event-type",
    .error,
    .document,
    "META-4",
    "event is neither a string nor absent"
  )
  static let dataType = FindingCode(
    "data-type",
    .error,
    .document,
    "META-5",
    "data is neither a string nor absent"
  )
  static let dataMissing = FindingCode(
    "data-missing",
    .error,
    .document,
    "META-5",
    "a read or write event has no data"
  )
  static let timestampMissing = FindingCode(
    "timestamp-missing",
    .error,
    .document,
    "META-6",
    "a document has no timestamp"
  )
  static let timestampType = FindingCode(
    "timestamp-type",
    .error,
    .document,
    "META-6",
    "timestamp is no date"
  )
  static let metadataType = FindingCode(
    "metadata-type",
    .error,
    .document,
    "META-9",
    "a field of the metadata is no string"
  )
  static let metadataKey = FindingCode(
    "metadata-key",
    .error,
    .document,
    "CONFIG-8",
    "the name of a metadata field is empty or longer than 63 bytes"
  )

  static let document: [FindingCode] = [
    idMissing, idType, idTwice, partitionMissing, partitionType, partitionForm, activityMissing,
    activityType, activityField, eventType, dataType, dataMissing, timestampMissing, timestampType,
    metadataType, metadataKey,
  ]
}
