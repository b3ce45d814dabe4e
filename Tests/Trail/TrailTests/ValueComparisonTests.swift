import JSON
import Testing

@testable import TrailReading

/// Values are looked for among those that share a number with them: a value that is the same must not have another one.
struct ValueComparisonTests {
  private static let schema = #"""
    {"Person": {"primaryKey": "_id", "properties": {
      "_id": "int", "any": "mixed", "fee": "decimal128", "friend": "Person?", "tags": "set<string>", "friends": "list<Person>",
      "words": "dictionary<Person?>", "spots": "dictionary<Spot?>", "weights": "set<double>"
    }},
     "Spot": {"embedded": true, "properties": {
       "friend": "Person?", "tags": "set<string>", "fee": "decimal128", "inner": "dictionary<Spot?>"}}}
    """#

  private static func comparison() throws -> ValueComparison {
    ValueComparison(try CaseSchema(JSON(parsing: schema)), className: "Person")
  }

  @Test(arguments: [
    ("any", "5", "5.0"), ("any", "0", "-0.0"), ("any", #"{"a":1,"b":[2]}"#, #"{"b":[2.0],"a":1}"#),
    ("fee", #""1.50""#, #""15E-1""#), ("tags", #"["a","b"]"#, #"["b","a"]"#),
    ("friend", "1", #"{"_id":1,"any":null}"#), ("friends", #"[1,{"_id":2}]"#, #"[{"_id":1},2]"#),
    ("spots", #"{"k":{"friend":1}}"#, #"{"k":{"friend":{"_id":1}}}"#),
    ("spots", #"{"k":{"tags":["a","b"]}}"#, #"{"k":{"tags":["b","a"]}}"#),
    ("spots", #"{"k":{"inner":{"l":{"fee":"1.5"}}}}"#, #"{"k":{"inner":{"l":{"fee":"1.50"}}}}"#),
    ("weights", "[1,2]", "[2.0,1.0]"),
    ("words", #"{"k":1}"#, #"{"k":{"_id":1,"any":2}}"#),
  ])
  func `Values that are the same share a number`(
    _ property: String,
    _ left: String,
    _ right: String
  ) throws {
    let (left, right) = (try JSON(parsing: left), try JSON(parsing: right))
    let comparison = try Self.comparison()
    #expect(comparison.areSame(left, right, of: property))
    #expect(comparison.bucket(of: left, of: property) == comparison.bucket(of: right, of: property))
  }

  @Test(arguments: [
    ("spots", #"{"k":{"friend":1}}"#, #"{"k":{"friend":{"_id":2}}}"#),
    ("spots", #"{"k":{"tags":["a","b"]}}"#, #"{"k":{"tags":["b","b"]}}"#),
    ("words", #"{"k":1}"#, #"{"l":1}"#), ("weights", "[1,2]", "[2.5,1.0]"),
  ])
  func `Values that nearly are the same differ`(
    _ property: String,
    _ left: String,
    _ right: String
  ) throws {
    let (left, right) = (try JSON(parsing: left), try JSON(parsing: right))
    #expect(try !Self.comparison().areSame(left, right, of: property))
  }

  @Test func `Values that differ have numbers of their own, so that few are compared`() throws {
    let comparison = try Self.comparison()
    let values = (0..<1_000).flatMap { number -> [JSON] in
      let text = JSON.string("A\(number)")
      return [.int(Int64(number)), text, [text], ["a": text], .double(Double(number) + 0.5)]
    }
    #expect(Set(values.map { comparison.bucket(of: $0, of: "any") }).count == values.count)
  }
}
