/// What is wrong with the payload of a read or write event.
extension FindingCode {
  static let payloadNoJSON = FindingCode(
    "payload-no-json",
    .error,
    .payload,
    "SERIAL-1",
    "a payload is no JSON"
  )
  static let payloadNotUTF8 = FindingCode(
    "payload-not-utf8",
    .error,
    .payload,
    "SERIAL-1",
    "a payload is not in UTF-8"
  )
  static let payloadKeyTwice = FindingCode(
    "payload-key-twice",
    .error,
    .payload,
    "SERIAL-1",
    "an object in a payload has a key twice"
  )
  static let payloadTooDeep = FindingCode(
    "payload-too-deep",
    .warning,
    .payload,
    "TRAIL-4",
    "a payload is too deep to be checked"
  )
  static let payloadTooLarge = FindingCode(
    "payload-too-large",
    .warning,
    .payload,
    "TRAIL-4",
    "a payload is too large to be checked"
  )
  static let payloadNoDeflate = FindingCode(
    "payload-no-deflate",
    .error,
    .payload,
    "META-23",
    "a compressed payload does not inflate"
  )
  static let payloadUncompressed = FindingCode(
    "payload-uncompressed",
    .warning,
    .payload,
    "META-23",
    "a payload of edition 2022 is not compressed"
  )
  static let readShape = FindingCode(
    "read-shape",
    .error,
    .payload,
    "READ-1",
    "the payload of a read is no type with its value"
  )
  static let readEmpty = FindingCode(
    "read-empty",
    .error,
    .payload,
    "READ-9",
    "a read holds no object"
  )
  static let elementNoObject = FindingCode(
    "element-no-object",
    .warning,
    .payload,
    "TRAIL-5",
    "what stands for an object is none"
  )
  static let keyTwice = FindingCode(
    "key-twice",
    .error,
    .payload,
    "TRAIL-6",
    "a list holds two objects with the same key"
  )
  static let writeShape = FindingCode(
    "write-shape",
    .error,
    .payload,
    "WRITE-7",
    "the payload of a write holds something else than changes of classes"
  )
  static let writeEmpty = FindingCode(
    "write-empty",
    .error,
    .payload,
    "WRITE-5",
    "a write changes nothing"
  )
  static let arrayEmpty = FindingCode(
    "array-empty",
    .error,
    .payload,
    "WRITE-8",
    "a list of changes is empty"
  )
  static let insertedAndModified = FindingCode(
    "inserted-and-modified",
    .error,
    .payload,
    "WRITE-11",
    "an object is inserted and modified in one event"
  )
  static let modificationShape = FindingCode(
    "modification-shape",
    .error,
    .payload,
    "WRITE-13",
    "a modification is not exactly an oldValue and a newValue"
  )
  static let newKey = FindingCode(
    "new-key",
    .warning,
    .payload,
    "TRAIL-7",
    "newValue has a key that oldValue lacks"
  )
  static let valueUnchanged = FindingCode(
    "value-unchanged",
    .error,
    .payload,
    "WRITE-16",
    "newValue has a value that is the same in oldValue"
  )
  static let changeUnseen = FindingCode(
    "change-unseen",
    .info,
    .payload,
    "TRAIL-8",
    "newValue has a null, a list or an object that is the same in oldValue"
  )
  static let modifiedAndDeleted = FindingCode(
    "modified-and-deleted",
    .error,
    .payload,
    "WRITE-19",
    "an object is modified and deleted in one event"
  )
  static let keyChanged = FindingCode(
    "key-changed",
    .error,
    .payload,
    "WRITE-31",
    "a modification changes the primary key"
  )

  static let payload: [FindingCode] = [
    payloadNoJSON, payloadNotUTF8, payloadKeyTwice, payloadTooDeep, payloadTooLarge,
    payloadNoDeflate, payloadUncompressed, readShape, readEmpty, elementNoObject, keyTwice,
    writeShape, writeEmpty, arrayEmpty, insertedAndModified, modificationShape, newKey,
    valueUnchanged, changeUnseen, modifiedAndDeleted, keyChanged,
  ]
}
