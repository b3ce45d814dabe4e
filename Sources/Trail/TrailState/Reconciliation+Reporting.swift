import Formats
import TrailCheck
import TrailReading

/// What was not compared, and the sentences of what differs.
extension Reconciliation {
  mutating func noteOmissions(_ heard: StateTrail, _ level: FindingCode.Level) {
    let undated = heard.notes.undated
    balance.notes += source.notes
    for (number, known) in schema.classes.enumerated() where !known.isEmbedded {
      if !known.isCompared {
        balance.notes.append(
          "objects of class \(known.name.quoted) were not compared: they have no primary key, or are represented in another way"
        )
      } else if !source.present.contains(number) {
        let source = source
        findings.add(
          .stateTableMissing,
          level: level,
          at: TrailPosition(file: source.name, document: 1),
          id: nil,
          "\(source.name) has nothing for class \(known.name.quoted), whose objects were not compared"
        )
      }
    }
    let source = source
    for name in source.others {
      findings.add(
        .stateTableExtra,
        at: TrailPosition(file: source.name, document: 1),
        id: nil,
        "\(source.name) has \(name.quoted), which belongs to no class of the schema and was not compared"
      )
    }
    if undated > 0 {
      balance.notes.append(
        "\(Plural.of(undated, "event")) without a time \(undated == 1 ? "was" : "were") left out"
      )
    }
    balance.notes += heard.late?.notes() ?? []
    if !isWhole {
      balance.notes.append("what cannot be read of the trail may explain what differs")
    }
  }

  /// What is in a part that cannot be read is not said to be missing.
  mutating func noteDamage(_ classes: Set<Int>) {
    for number in classes.sorted() {
      balance.notes.append(
        "\(source.place(of: number)) cannot be read as a whole: objects of class \(schema.classes[number].name.quoted) that are not found may be in what cannot be read"
      )
    }
  }

  /// Reads the events and the rows again that findings name, and makes their sentences.
  mutating func explain(_ examples: StateExamples) throws(TrailError) {
    let rereading = StateRereading(
      examples: examples.kept.values.flatMap { $0.map(\.mismatch) },
      schema: schema,
      options: options
    )
    let events = try rereading.events(in: inputs)
    let rows = try rereading.rows(in: source)
    for (kind, count) in examples.counts {
      let kept = (examples.kept[kind] ?? []).map { position, mismatch in
        StateSentence(
          mismatch: mismatch,
          schema: schema,
          source: source,
          events: events,
          rows: rows
        )
        .finding(at: position)
      }
      findings.restore(kind, count: count, examples: kept)
    }
  }
}
