import JSON
import ReferenceRealm
import ReferenceSync
import Touchstone

extension Catalogue {
  /// Wrong ideas of schemas that grow, and of merging by an object server.
  static let mobileSchemas: Entries = [
    "additions-are-refused": .answer["SCHEMA-1", "SCHEMA-7"](
      "A realm is opened with the classes that it had, and no others."
    ) { program, result in
      var opened: Set<String> = []
      return result.mapOutcomes(program) { step, outcome, _ in
        guard step.kind == .mobileRealm(.open), let url = step[.url], outcome.value != nil else {
          return nil
        }
        return opened.insert(url).inserted || step[.schemaOfRealm] == nil
          ? nil : .failure("incompatible-schema", "the classes have changed")
      }
    },
    "changes-of-type-are-accepted": .overlooking("incompatible-schema")["SCHEMA-2", "SCHEMA-9"](
      "A change of a type is not an error."
    ),
    "migration-blocks-are-called": .outcomes["SCHEMA-3"]("A migration block is called.") {
      step,
      outcome,
      walk in
      step.kind == .mobileRealm(.migrationCalls)
        && walk.program.allSteps.contains { $0[.migration] == true }
        ? outcome.mapValue { _ in 1 } : nil
    },
    "added-properties-are-null": .outcomes["SCHEMA-5"](
      "A property that was added is null in the objects that were there."
    ) { step, outcome, _ in
      step.kind == .reading(.value) && [0, "", 0.0, false].contains(outcome.value ?? .null)
        ? .ok(.null) : nil
    },
    "nothing-is-left-out": .answer["SCHEMA-6"](
      "A realm can't be opened without a property that it has."
    ) { program, result in
      var known: [String: Int] = [:]
      return result.mapOutcomes(program) { step, outcome, _ in
        guard step.kind == .mobileRealm(.open), let url = step[.url], outcome.value != nil else {
          return nil
        }
        let size = (step[.schemaOfRealm].map { ProgramSchema($0) } ?? program.schema).size
        defer { known[url] = max(size, known[url] ?? 0) }
        return size < known[url] ?? 0
          ? .failure("incompatible-schema", "something is missing") : nil
      }
    },
    "old-schemas-are-refused": .answer["SCHEMA-7"](
      "A device with an older schema can't synchronize."
    ) { program, result in
      var sizes: [String: Int] = [:]
      return result.mapOutcomes(program) { step, outcome, _ in
        if step.kind == .mobileRealm(.open), let name = step.boundName {
          sizes[name] = (step[.schemaOfRealm].map { ProgramSchema($0) } ?? program.schema).size
        }
        guard step.kind == .flexibleSync(.synchronize),
          let size = step[.openRealm].flatMap({ sizes[$0] }),
          size < sizes.values.max() ?? 0
        else { return nil }
        return .failure("session-invalid", "the schema is too old")
      }
    },
    "refused-schemas-stick": .answer["SCHEMA-8"](
      "A realm whose opening was refused can't be opened any more."
    ) { program, result in
      var refused: Set<String> = []
      return result.mapOutcomes(program) { step, outcome, _ in
        guard step.kind == .mobileRealm(.open), let url = step[.url] else { return nil }
        if outcome.errorCode == "incompatible-schema" { refused.insert(url) }
        return outcome.value != nil && refused.contains(url)
          ? .failure("incompatible-schema", "the realm is damaged") : nil
      }
    },
    "refusals-of-schemas-are-mute": .outcomes["SCHEMA-9"]("A refused schema has another message.") {
      _,
      outcome,
      _ in
      outcome.errorCode == "incompatible-schema"
        ? .failure("incompatible-schema", "no") : nil
    },
    "equal-keys-are-two-objects": .outcomes["MERGE-1"](
      "Two objects that were created with one key are two."
    ) { step, outcome, walk in
      let created = walk.program.allSteps.filter { $0.kind == .writing(.create) }
        .compactMap { $0[.members]?["_id"] }
      guard step.kind == .reading(.query), Set(created).count < created.count else { return nil }
      return outcome.mapValue { .int(($0.int ?? 0) + 1) }
    },
    "equal-objects-are-one": .mobileMerging["MERGE-2"](
      "Objects without a key are one if their values are the same."
    ) { change, changeset, store in
      if case .create(let contents) = change.kind,
        store.schema.tables[change.id.table].primaryKey == nil,
        store.ids(of: change.id.table).contains(where: { store[$0]?.contents == contents })
      {
        return .discarded
      }
      return store.merging(change, of: changeset)
    },
    "lists-are-replaced": .mobileMerging["MERGE-3"]("Of two changes of a list one stays.") {
      change,
      changeset,
      store in
      let edited = change.editing { edit in
        guard case .insert(let contents, _) = edit.action, changeset.base < store.log.count else {
          return [edit]
        }
        let list = Content.plain(.list(contents.map(\.plainValue)))
        return [Edit(edit.path, .assign(list, isFresh: false))]
      }
      return store.merging(edited, of: changeset)
    },
    "last-upload-wins": .mobileMerging["MERGE-5", "FLEX-71"](
      "Of two changes of a property that which arrives last wins."
    ) { change, changeset, store in
      var aware = changeset
      aware.base = store.log.count
      return store.merging(change, of: aware)
    },
    "strings-are-mixed": .mobileMerging["MERGE-4"]("Two changes of a text are put together.") {
      change,
      changeset,
      store in
      let present = store[change.id]?.contents
      let mixed = change.editing { edit in
        guard edit.path.count == 1, changeset.base < store.log.count,
          case .string(let old)? = present?[edit.column].plainValue
        else { return [edit] }
        return [
          edit.mapContents { content in
            guard case .string(let new) = content.plainValue else { return content }
            return .plain(.string(old + new))
          }
        ]
      }
      return store.merging(mixed, of: changeset)
    },
    "links-to-nothing-stay-in-the-realm": .mobile["MERGE-7"](
      "The server keeps the keys of links to what was deleted."
    ) { $0.settleLinks = { _, _ in } },
    "created-again-after-a-deletion": .mobileMerging["MERGE-6"](
      "An object that is created after its deletion elsewhere is there."
    ) { change, changeset, store in
      guard case .create(let contents) = change.kind, store[change.id] == nil else {
        return store.merging(change, of: changeset)
      }
      var aware = changeset
      aware.base = store.log.count
      return store.merging(.init(change.id, .create(contents)), of: aware)
    },
  ]
}

extension ProgramSchema {
  /// The number of properties in it.
  fileprivate var size: Int { classes.reduce(0) { $0 + $1.properties.count } }
}
