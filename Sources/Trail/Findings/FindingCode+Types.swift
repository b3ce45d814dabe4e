/// What is wrong with a value in a payload, held against the schema or against other events.
extension FindingCode {
  static let classUnknown = typeCode("class-unknown", "TRAIL-9", "the schema lacks a class")
  static let propertyMissing = typeCode(
    "property-missing",
    "SERIAL-2",
    "a complete object lacks a property"
  )
  static let propertyUnknown = typeCode(
    "property-unknown",
    "SERIAL-2",
    "an object has a key that is no property of its class"
  )
  static let typeNull = typeCode(
    "type-null",
    "WRITE-35",
    "a property that is not optional is null"
  )
  static let typeBool = typeCode("type-bool", "SERIAL-4", "a bool is neither true nor false")
  static let typeInt = typeCode(
    "type-int",
    "SERIAL-5",
    "an int is no integer literal of 64 bits"
  )
  static let typeString = typeCode("type-string", "SERIAL-6", "a string is none")
  static let typeDouble = typeCode(
    "type-double",
    "SERIAL-7",
    "a float or double is no finite number"
  )
  static let typeDate = typeCode(
    "type-date",
    "SERIAL-11",
    "a date is not written as ISO 8601 in UTC with milliseconds"
  )
  static let typeData = typeCode("type-data", "SERIAL-13", "data is not left out")
  static let typeUUID = typeCode(
    "type-uuid",
    "SERIAL-16",
    "a UUID is not 32 lowercase hexadecimal digits in groups"
  )
  static let typeObjectId = typeCode(
    "type-object-id",
    "SERIAL-17",
    "an objectId is not 24 lowercase hexadecimal digits"
  )
  static let typeDecimal = typeCode(
    "type-decimal",
    "SERIAL-18",
    "a decimal128 is not the text of a decimal"
  )
  static let typeList = typeCode("type-list", "SERIAL-19", "a list is no array")
  static let typeSet = typeCode(
    "type-set",
    "SERIAL-20",
    "a set is no array in which each element stands once"
  )
  static let typeDictionary = typeCode(
    "type-dictionary",
    "SERIAL-21",
    "a dictionary is no object"
  )
  static let typeEmbedded = typeCode(
    "type-embedded",
    "SERIAL-23",
    "an embedded object is not written as one"
  )
  static let typeLink = typeCode(
    "type-link",
    "SERIAL-24",
    "a link is neither a primary key nor the object it leads to"
  )
  static let typeInconsistent = FindingCode(
    "type-inconsistent",
    .warning,
    .types,
    "TRAIL-10",
    "a property has values of different types"
  )

  static let types: [FindingCode] = [
    classUnknown, propertyMissing, propertyUnknown, typeNull, typeBool, typeInt, typeString,
    typeDouble, typeDate, typeData, typeUUID, typeObjectId, typeDecimal, typeList, typeSet,
    typeDictionary, typeEmbedded, typeLink, typeInconsistent,
  ]

  private static func typeCode(
    _ name: String,
    _ requirement: String,
    _ meaning: String
  ) -> FindingCode {
    FindingCode(name, .error, .types, requirement, meaning)
  }
}
