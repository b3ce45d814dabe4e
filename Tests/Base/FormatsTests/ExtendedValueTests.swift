import Formats
import JSON
import Testing

struct ExtendedValueTests {
  @Test(
    arguments: [
      ["$numberLong": "9223372036854775808"], ["$numberInt": 7], ["$numberDouble": "1e999"],
      ["$numberDouble": "inf"], ["$numberDecimal": "1.5.5"], ["$numberDecimal": "."],
      ["$numberDecimal": "1e"],
      ["$numberDecimal": "1e123456"], ["$numberDecimal": "-NaN"], ["$numberDecimal": "Infinityx"],
      ["$numberDecimal": ""], ["$numberDecimal": "1 "], ["$oid": "0123456789abcdef0123456"],
      ["$uuid": "00000000-0000-0000-0000-00000000000g"], ["$date": "2023-02-31T00:00:00Z"],
      ["$date": 0], ["$binary": ["base64": "AQ", "subType": "00"]], ["$binary": ["base64": "AQ=="]],
      ["$binary": ["base64": "AQ==", "subType": "xyz"]], ["$oid": "0", "$uuid": "0"], ["$ref": "a"],
      ["$numberLong": "+5"], ["$numberLong": "007"], ["$numberLong": "-0"], ["$numberInt": " 7"],
      ["$numberDouble": "+1.5"], ["$numberDouble": "01.5"], ["$numberDouble": "0x1p3"],
      ["$numberDouble": "1."], ["$numberDouble": ""], ["$date": ["$numberLong": "+5"]],
      ["$binary": ["base64": "AQ==", "subType": "zz"]],
      [:], "text", nil,
    ] as [JSON]
  )
  func `Another form is refused`(json: JSON) {
    #expect(ExtendedValue(json) == nil)
  }

  @Test func `Identifiers are the same in upper and lower case`() throws {
    guard case .objectId(let digits)? = ExtendedValue(["$oid": "0123456789ABCDEF01234567"]) else {
      Issue.record("an objectId is not read")
      return
    }
    #expect(digits == "0123456789abcdef01234567")
  }

  @Test(
    arguments: [
      ("0", 0), ("-7", -7), ("1.5", 1.5), ("1E+30", 1e30), ("1e-7", 1e-7), ("-0.0", 0),

    ] as [(String, Double)]
  )
  func `Numbers are read as JSON writes them`(text: String, number: Double) {
    guard case .double(number)? = ExtendedValue(["$numberDouble": .string(text)]) else {
      Issue.record("\(text) is not read")
      return
    }
  }

  @Test(arguments: ["0", "+1.", "-.5", "1.50E+10", "1e-7", "NaN", "Infinity", "-Infinity"])
  func `Decimals are read in each of their forms`(text: String) {
    guard case .decimal(text)? = ExtendedValue(["$numberDecimal": .string(text)]) else {
      Issue.record("\(text) is not read")
      return
    }
  }

  @Test func `Dates are read as text and as milliseconds`() {
    for json: JSON in [
      ["$date": "1970-01-01T00:00:01Z"], ["$date": ["$numberLong": "1000"]],
    ] {
      guard case .date(Timestamp(milliseconds: 1000))? = ExtendedValue(json) else {
        Issue.record("\(json.text()) is not read")
        continue
      }
    }
  }
}
