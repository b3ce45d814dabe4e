/// Defects that one payload has on its own, most of them seen at once, those of types with the sample's schema.
extension SampleDefect {
  static let payloads: [String: Plant] = payloadTexts.mapValues { payload in
    { sample, code, device in
      let (event, text) = (payload.prefix { $0 != " " }, payload.drop { $0 != " " }.dropFirst())
      let key = String(1_000_000_000 + sample.plantedValues)
      sample.plantedValues += 1
      return sample.plant(code, on: device) {
        $0.note(String(event), String(text).replacing("KEY", with: key))
      }
    }
  }

  private static let office =
    #"{"_id":KEY,"capacity":1,"location":null,"name":"Scranton","open":true}"#
  private static let person =
    #"{"_id":"62b38b3c10846041166f5deb","active":true,"birthDate":"1970-01-01T00:00:00.000Z","employeeId":1,"name":"Tony","office":null,"userId":null}"#
  private static let patient =
    #"{"_id":"00000000-0000-4000-8000-000000000001","allergies":[],"born":"1970-01-01T00:00:00.000Z","contact":null,"doctor":null,"name":"Tony","note":"","remark":null,"tags":[],"vitals":{},"ward":null,"weight":1.5}"#
  private static let account =
    #"{"_id":KEY,"balance":"1.50","currency":null,"limit":1.5,"open":true,"owner":null,"serial":1}"#

  private static let owned = account.replacing(#""owner":null"#, with: #""owner":\#(person)"#)

  private static func read(_ name: String, _ object: String, _ old: String, _ new: String) -> String
  {
    "read {\"type\":\"\(name)\",\"value\":[\(object.replacing(old, with: new))]}"
  }

  private static let payloadTexts: [String: String] = [
    "payload-no-json": "read {",
    "payload-key-twice": #"read {"type":"Office","type":"Office","value":[]}"#,
    "read-shape": #"read {"type":"Office"}"#,
    "read-empty": #"read {"type":"Office","value":[]}"#,
    "element-no-object": #"read {"type":"Office","value":[7]}"#,
    "key-twice": #"read {"type":"Office","value":[\#(office),\#(office)]}"#,
    "write-shape": #"write {"Office":[]}"#,
    "write-empty": "write {}",
    "array-empty": #"write {"Office":{"insertions":[\#(office)],"deletions":[]}}"#,
    "inserted-and-modified":
      #"write {"Office":{"insertions":[\#(office)],"modifications":[{"newValue":{"name":"Utica"},"oldValue":\#(office)}]}}"#,
    "modification-shape": #"write {"Office":{"modifications":[{"oldValue":\#(office)}]}}"#,
    "new-key":
      #"write {"Office":{"modifications":[{"newValue":{"colour":"red"},"oldValue":\#(office)}]}}"#,
    "value-unchanged":
      #"write {"Office":{"modifications":[{"newValue":{"name":"Scranton"},"oldValue":\#(office)}]}}"#,
    "change-unseen":
      #"write {"Patient":{"modifications":[{"newValue":{"remark":null},"oldValue":\#(patient)}]}}"#,
    "modified-and-deleted":
      #"write {"Office":{"deletions":[\#(office)],"modifications":[{"newValue":{"name":"Utica"},"oldValue":\#(office)}]}}"#,
    "key-changed":
      #"write {"Office":{"modifications":[{"newValue":{"_id":7},"oldValue":\#(office)}]}}"#,
    "embedded-listed": #"write {"Contact":{"insertions":[{"city":"Utica","phone":null}]}}"#,
    "link-expanded":
      #"write {"Account":{"insertions":[\#(owned)]}}"#,
    "class-unknown": #"read {"type":"Spaceship","value":[\#(office)]}"#,
    "property-missing": read("Office", office, #","open":true"#, ""),
    "property-unknown": read("Office", office, #""open""#, #""sea":1,"open""#),
    "type-null": read("Office", office, #""Scranton""#, "null"),
    "type-bool": read("Office", office, "true", "1"),
    "type-int": read("Office", office, #""capacity":1"#, #""capacity":1.5"#),
    "type-string": read("Office", office, #""Scranton""#, "5"),
    "type-double": read("Account", account, #""limit":1.5"#, #""limit":"1.5""#),
    "type-decimal": read("Account", account, #""balance":"1.50""#, #""balance":1.5"#),
    "type-date": read("Person", person, "1970-01-01T00:00:00.000Z", "yesterday"),
    "type-data": read("Person", person, #""office""#, #""photo":"AA==","office""#),
    "type-object-id": read("Person", person, "62b38b3c10846041166f5deb", "62B38B"),
    "type-link": read("Person", person, #""office":null"#, #""office":"Scranton""#),
    "type-uuid": read("Patient", patient, "00000000-0000-4000", "0-4"),
    "type-list": read("Patient", patient, #""allergies":[]"#, #""allergies":{}"#),
    "type-set": read("Patient", patient, #""tags":[]"#, #""tags":["a","a"]"#),
    "type-dictionary": read("Patient", patient, #""vitals":{}"#, #""vitals":[]"#),
    "type-embedded": read("Patient", patient, #""contact":null"#, #""contact":"Utica""#),
  ]
}
