import Formats
import JSON
import Testing

struct ExtendedValueTests {
  @Test(
    arguments: [
      ["$numberLong": "9223372036854775808"], ["$numberInt": 7], ["$numberDouble": "1e999"],
      ["$numberDouble": "inf"], ["$numberDecimal": "1.5.5"], ["$oid": "0123456789abcdef0123456"],
      ["$uuid": "00000000-0000-0000-0000-00000000000g"], ["$date": "2023-02-31T00:00:00Z"],
      ["$date": 0], ["$binary": ["base64": "AQ", "subType": "00"]], ["$binary": ["base64": "AQ=="]],
      ["$binary": ["base64": "AQ==", "subType": "xyz"]], ["$oid": "0", "$uuid": "0"], ["$ref": "a"],
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
