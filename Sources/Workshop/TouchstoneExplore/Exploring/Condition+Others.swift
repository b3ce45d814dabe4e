import Formats
import JSON
import Touchstone

// Representations, custom events, metadata, configuration and the event realm.
extension Condition {
  static let others: [Condition] = [
    .counted("REPR-1 REPR-9", "a class has a representation") { facts in
      facts.configuration["representations"] == nil ? 0 : 1
    },
    .counted("REPR-3 REPR-5", "an object with a representation is modified") { facts in
      facts.changes.count { change in
        change.list == "modifications"
          && facts.configuration["representations"]?[change.type] != nil
      }
    },
    .acts("REPR-10 REPR-11", "a scope cannot be written as JSON") {
      $0.failure == "serialization-failed"
    },
    .acts("CUSTOM-1 CUSTOM-6", "a custom event is recorded", .recording(.recordEvent)) {
      $0.succeeds
    },
    .acts(
      "CUSTOM-3 CUSTOM-5",
      "a custom event is recorded while a scope is active",
      .recording(.recordEvent)
    ) { $0.scopes > 0 },
    .acts("CUSTOM-8", "a custom event is called read or write", .recording(.recordEvent)) {
      ["read", "write"].contains($0.step["eventType"])
    },
    .acts("CUSTOM-12", "a custom event is recorded in a transaction", .recording(.recordEvent)) {
      $0.isInWrite
    },
    .events("META-9 META-11", "an event has metadata") { $0["metadata"] != nil },
    .acts(
      "META-12 META-15 META-19",
      "the metadata is replaced while a scope is active",
      .recording(.updateMetadata)
    ) { $0.scopes > 0 && $0.succeeds },
    .acts("META-17 META-18", "metadata is refused", .recording(.updateMetadata)) {
      $0.failure != nil
    },
    .events("META-6 META-7", "the time of an event is known") { $0["timestamp"] != nil },
    .counted("CONFIG-3 CONFIG-6", "the prefix of the partition is set") { facts in
      facts.configuration["events"]?["partitionPrefix"] == nil ? 0 : 1
    },
    .counted("CONFIG-2", "recording is not enabled") { facts in
      facts.configuration["events"] == .null ? 1 : 0
    },
    .acts("DOC-13", "the schema of the collection is asked for", .recording(.auditEventSchema)),
    .acts("REALM-13 REALM-14", "the connection comes back", .eventRealm(.goOnline)),
    .acts("REALM-7 REALM-8 REALM-26", "the process starts again", .eventRealm(.restart)),
    .acts("REALM-10 REALM-12", "the server is looked at", .eventRealm(.serverEvents)),
  ]
}
