import Testing

struct FilterCheckTests {
  private func group(_ filter: String) -> GroupText {
    .steps("{\"do\": \"query\", \"type\": \"Person\", \"where\": \(filter)}")
  }

  @Test(arguments: [
    ("▶[]", "a filter must be an object"), ("{\"$nor\": ▶[]}", "and no \"$nor\""),
    ("{\"$and\": ▶[]}", "\"$and\" takes an array of filters"),
    ("{\"$or\": [▶7]}", "a filter must be an object"),
    ("{\"$or\": [{\"age\": ▶7}]}", "\"age\" is not a property of Person"),
    ("{\"name\": ▶[\"a\"]}", "use \"$in\" for several values"),
    ("{\"name\": {\"$in\": ▶\"a\"}}", "\"$in\" takes an array"),
    ("{\"name\": {\"$equals\": ▶\"a\"}}", "\"$equals\" is not an operator of filters"),
    ("{\"name\": {\"$gtt\": ▶\"a\"}}", "(did you mean \"$gt\""),
    ("{\"name\": {\"$lt\": ▶\"a\"}}", "\"$lt\" takes a number, a date or a decimal"),
    ("{\"name\": {\"$not\": ▶\"a\"}}", "\"$not\" takes an object of operators"),
    ("{\"boss\": {\"$ref\": ▶\"bob\"}}", "\"bob\" is not bound"),
  ])
  func `A filter is well-formed`(filter: String, message: String) {
    expectFault(message, in: group(filter))
  }

  @Test(arguments: [
    "{}", "{\"name\": null}", "{\"_id\": {\"$gt\": 1, \"$lte\": 2.5}}",
    "{\"boss\": {\"$ref\": \"ada\"}}",
    "{\"boss\": {\"$ne\": null}}", "{\"name\": {\"$in\": []}}",
    "{\"_id\": {\"$not\": {\"$in\": [1, 2]}}}",
    "{\"$and\": [{\"$or\": [{\"_id\": 1}, {\"_id\": 2}]}, {\"name\": \"a\"}]}",
    "{\"born\": {\"$lt\": {\"$date\": \"2022-06-23T14:54:37Z\"}}}", "{\"_id\": {\"$lt\": null}}",
  ])
  func `Filters of the format are fine`(filter: String) { expectNoFault(in: group(filter)) }

  @Test(arguments: ["▶[]", "▶\"name\"", "[▶\"name\"]", "[▶[\"name\"]]", "[▶[\"name\", \"up\"]]"])
  func `A sort order is an array of pairs`(sort: String) {
    expectFault(
      "\"ascending\"",
      in: .steps("{\"do\": \"query\", \"type\": \"Person\", \"sort\": \(sort)}")
    )
  }
}
