import JSON
import Testing

/// Objects behave like dictionaries that remember an order, whatever their size.
@Suite struct JSONObjectTests {
  @Test(arguments: [0, 1, 15, 16, 17, 18, 100, 10_000])
  func `Each member is found by its key, and no other`(_ count: Int) {
    let object = JSONObject(uniqueMembers: (0..<count).map { ("key \($0)", .int(Int64($0))) })
    #expect(object.count == count)
    #expect((0..<count).allSatisfy { object["key \($0)"] == .int(Int64($0)) })
    #expect(object["key \(count)"] == nil)
    #expect(object[""] == nil)
    #expect(object.keys == (0..<count).map { "key \($0)" })
  }

  @Test(arguments: [3, 16, 17, 40])
  func `Setting replaces in place, appends or removes`(_ count: Int) {
    var object: JSONObject = [:]
    for number in 0..<count { object["\(number)"] = .int(Int64(number)) }
    object["1"] = "one"
    #expect(object[1] == (key: "1", value: "one"))
    object["new"] = true
    #expect(object.keys.last == "new")
    object["0"] = nil
    object["absent"] = nil
    #expect(object.count == count)
    #expect(object["0"] == nil)
    #expect(object["1"] == "one")
    #expect(object["\(count - 1)"] == .int(Int64(count - 1)))
    #expect(object["new"] == true)
    object["0"] = 0
    #expect(object.keys.last == "0")
    #expect(object["0"] == 0)
  }

  @Test func `A copy keeps its members when the original changes`() {
    var object = JSONObject(uniqueMembers: (0..<20).map { ("\($0)", .null) })
    let copy = object
    object["20"] = 1
    object["0"] = nil
    #expect(copy.count == 20)
    #expect(copy["0"] == .null)
    #expect(copy["20"] == nil)
  }

  @Test(arguments: [2, 16, 17, 300])
  func `Equality and hash do not depend on the order`(_ count: Int) {
    let members = (0..<count).map { ("\($0)", JSON.int(Int64($0))) }
    let forwards = JSONObject(uniqueMembers: members)
    let backwards = JSONObject(uniqueMembers: members.reversed())
    #expect(forwards == backwards)
    #expect(forwards.hashValue == backwards.hashValue)
    var other = backwards
    other["0"] = "0"
    #expect(forwards != other)
    other["0"] = nil
    #expect(forwards != other)
    other["zero"] = 0
    #expect(forwards != other)
  }

  @Test func `Many members are read, compared and found again`() throws {
    // Comparing each key with each other would take minutes here.
    let count = 200_000
    let text =
      "{" + (0..<count).map { "\"a long enough key \($0)\":\($0)" }.joined(separator: ",") + "}"
    let value = try JSON(parsing: text)
    #expect(value.object?.count == count)
    #expect(value["a long enough key \(count - 1)"] == .int(Int64(count - 1)))
    #expect(try JSON(parsing: text) == value)
    #expect(value.text() == text)
  }
}
