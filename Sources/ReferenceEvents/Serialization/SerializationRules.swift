/// How values of properties become JSON where the documents can be read in more than one way (SERIAL).
package struct SerializationRules: Sendable, Hashable {
  /// Whether binary data is written as base64; the documents exclude it.
  package var writesDataAsBase64 = false
  /// Whether a mixed property that holds data is left out like one of type data; otherwise it is null.
  package var omitsDataInMixed = true
  /// Whether `newValue` leaves out what an object leaves out; otherwise it has null there.
  package var omitsInNewValue = true
}
