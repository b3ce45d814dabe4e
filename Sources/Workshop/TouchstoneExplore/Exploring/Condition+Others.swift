import Formats
import JSON
import Touchstone

// Representations, custom events, metadata, configuration and the event realm.
extension Condition {
  static let others: [Condition] = [
    Condition("REPR-1", "REPR-9", when: "a class has a representation") { facts in
      facts.configuration["representations"] == nil ? 0 : 1
    },
    Condition("REPR-3", "REPR-5", when: "an object with a representation is modified") { facts in
      facts.changes.count { change in
        change.list == "modifications"
          && facts.configuration["representations"]?[change.type] != nil
      }
    },
    Condition("REPR-10", "REPR-11", when: "a scope cannot be written as JSON") { facts in
      facts.acts.count { $0.failure == "serialization-failed" }
    },
    Condition("CUSTOM-1", "CUSTOM-6", when: "a custom event is recorded") { facts in
      facts.count(.recording(.recordEvent)) { $0.failure == nil }
    },
    Condition("CUSTOM-3", "CUSTOM-5", when: "a custom event is recorded while a scope is active") {
      facts in
      facts.count(.recording(.recordEvent)) { $0.scopes > 0 }
    },
    Condition("CUSTOM-8", when: "a custom event is called read or write") { facts in
      facts.count(.recording(.recordEvent)) { ["read", "write"].contains($0.step["eventType"]) }
    },
    Condition("CUSTOM-12", when: "a custom event is recorded in a transaction") { facts in
      facts.count(.recording(.recordEvent), \.isInWrite)
    },
    Condition("META-9", "META-11", when: "an event has metadata") { facts in
      facts.events.count { $0["metadata"] != nil }
    },
    Condition(
      "META-12",
      "META-15",
      "META-19",
      when: "the metadata is replaced while a scope is active"
    ) {
      facts in
      facts.count(.recording(.updateMetadata)) { $0.scopes > 0 && $0.failure == nil }
    },
    Condition("META-17", "META-18", when: "metadata is refused") { facts in
      facts.count(.recording(.updateMetadata)) { $0.failure != nil }
    },
    Condition("META-6", "META-7", when: "the time of an event is known") { facts in
      facts.events.count { $0["timestamp"] != nil }
    },
    Condition("CONFIG-3", "CONFIG-6", when: "the prefix of the partition is set") { facts in
      facts.configuration["events"]?["partitionPrefix"] == nil ? 0 : 1
    },
    Condition("CONFIG-2", when: "recording is not enabled") { facts in
      facts.configuration["events"] == .null ? 1 : 0
    },
    Condition("DOC-13", when: "the schema of the collection is asked for") {
      $0.count(.recording(.auditEventSchema))
    },
    Condition("REALM-13", "REALM-14", when: "the connection comes back") {
      $0.count(.eventRealm(.goOnline))
    },
    Condition("REALM-7", "REALM-8", "REALM-26", when: "the process starts again") {
      $0.count(.eventRealm(.restart))
    },
    Condition("REALM-10", "REALM-12", when: "the server is looked at") {
      $0.count(.eventRealm(.serverEvents))
    },
  ]
}
