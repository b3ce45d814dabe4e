import Testing

struct ConfigurationCheckTests {
  private func group(_ configuration: String, facts: String? = nil) -> GroupText {
    var group = GroupText()
    group.configuration = configuration
    if let facts { group.facts = facts }
    return group
  }

  @Test(arguments: [
    ("▶7", "a configuration must be an object"),
    ("{\"event\": ▶null}", "(did you mean \"events\"?)"),
    ("{\"flexibleSync\": ▶{}}", "a configuration has no key \"flexibleSync\""),
    ("{\"sync\": ▶\"flex\"}", "known: partition, flexible, none"),
    ("{\"partitionValue\": ▶[]}", "a partition value is a string"),
    ("{\"events\": ▶[]}", "an event configuration must be an object, not an array"),
    ("{\"events\": {\"prefix\": ▶\"a\"}}", "an event configuration has no key \"prefix\""),
    ("{\"events\": {\"metadata\": {\"a\": ▶null}}}", "must be a string, not null"),
    ("{\"events\": {\"metadata\": [▶[\"a\"]]}}", "pairs of two strings"),
    ("{\"events\": {\"metadata\": ▶null}}", "must be an object of strings"),
    ("{\"events\": {\"maxPartitionBytes\": ▶0}}", "an integer above 0"),
    ("{\"events\": {\"errorHandler\": ▶\"yes\"}}", "must be true or false"),
    ("{\"events\": {\"syncUser\": ▶null}}", "\"syncUser\" must be a string, not null"),
  ])
  func `A configuration has its keys and no others`(configuration: String, message: String) {
    expectFault(message, in: group(configuration))
    var own = GroupText()
    own.settings = "\"configuration\": \(configuration)"
    expectFault(message, in: own)
  }

  @Test(arguments: [
    "{}", "{\"events\": null}", "{\"events\": {}}",
    "{\"partitionValue\": {\"$oid\": \"62b38b3c10846041166f5deb\"}}",
    "{\"sync\": \"flexible\", \"events\": {\"syncUser\": \"auditor\", \"errorHandler\": false}}",
    "{\"events\": {\"metadata\": [[\"a\", \"1\"], [\"a\", \"2\"]], \"partitionPrefix\": \"\"}}",
  ])
  func `Configurations that an implementation may refuse are fine`(configuration: String) {
    expectNoFault(in: group(configuration))
  }

  @Test func `Flexible sync has a key of its own in its class`() {
    var group = group(
      "{\"events\": null, \"flexibleSync\": {\"user\": \"u\", \"subscriptions\": [{\"name\": \"a\", \"type\": \"Person\"}]}}"
    )
    group.conformanceClass = "flexible-sync"
    group.steps = "[{\"do\": \"synchronize\", \"fails\": \"offline\"}]"
    expectNoFault(in: group)
  }

  @Test(arguments: [
    ("{\"Persn\": ▶[{\"text\": \"1\"}]}", "\"Persn\" is not a class of the schema"),
    ("{\"Person\": ▶[]}", "an array with an entry at least"),
    ("{\"Person\": [▶{\"when\": {}}]}", "exactly one of \"text\", \"throws\""),
    (
      "{\"Person\": [▶{\"text\": \"a\", \"throws\": \"b\"}]}", "exactly one of \"text\", \"throws\""
    ),
    (
      "{\"Person\": [{\"when\": {\"age\": ▶1}, \"text\": \"a\"}]}",
      "\"age\" is not a property of Person"
    ),
    ("{\"Person\": [{\"text\": ▶\"{${name} ${age}}\"}]}", "\"age\" is not a property of Person"),
  ])
  func `Representations speak of classes and properties that exist`(value: String, message: String)
  {
    expectFault(
      message,
      in: group(
        "{\"representations\": \(value)}",
        facts: GroupText.needing("custom-representation")
      )
    )
  }

  @Test func `Representations are an optional feature`() {
    let configuration =
      "{\"representations\": {\"Person\": [{\"when\": {\"name\": null}, \"text\": \"$5 {name}\"}]}}"
    expectFault(
      "requires \"needs\": [\"custom-representation\"]",
      in: group(configuration).text.replacing("  {\n\"id\"", with: "  \(Reading.mark){\n\"id\"")
    )
    expectNoFault(in: group(configuration, facts: GroupText.needing("custom-representation")))
  }

  @Test func `A case that replaces the representations of its group by none needs nothing`() {
    var group = group("{\"representations\": {\"Person\": [{\"text\": \"1\"}]}}")
    group.settings = "\"configuration\": {\"representations\": {}}"
    expectNoFault(in: group)
  }
}
