import Formats
import JSON
import ReferenceEvents
import ReferenceRealm

extension Catalogue {
  // How data is written: not at all, or as null.

  static let binaryData: Entries = [
    "data-as-base64": .stages["SERIAL-13", "SERIAL-14", "SERIAL-26"](
      "Data is written as base64."
    ) { pipeline in
      var edition = pipeline.edition
      edition.writesNullForData = true
      pipeline = Pipeline(edition)
      pipeline.replaceStoredValues { $1.withDataAsText }
    },
    "data-as-null": .rule["SERIAL-13", "SERIAL-14"]("Data is written as null.") {
      $0.writesNullForData = true
    },
    "data-change-is-silent": .modifications["SERIAL-15"](
      "A modification with an empty `newValue` is left out."
    ) { members, _ in if members["newValue"] == [:] { members = [:] } },
    "data-in-mixed-is-null": .storedValues["SERIAL-26", "SERIAL-28"](
      "Data in a mixed property is null."
    ) { $0.type.element == .mixed && $1.isData ? .null : $1 },
    "new-value-null-for-data": .newValues(
      "A property that comes to hold data is null in `newValue`.",
      ["SERIAL-28"]
    ) { newValue, new, old, _ in
      for column in new.table.columns where column.type.element == .mixed {
        let value = new.value(column.name)
        guard value?.isData == true, value != old.value(column.name) else { continue }
        newValue[member: column.name] = .null
      }
    },
    "data-elements-are-gone": .values["SERIAL-33"](
      "Data among mixed elements is not even null."
    ) { place, json in
      place.type.scalar == .mixed && place.type.shape == .list
        ? json.mapArray { $0.filter { !$0.isNull } } : json
    },
  ]
}
