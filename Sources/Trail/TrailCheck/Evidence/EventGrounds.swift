import JSON
package import TrailReading

/// Reads the documents again that findings name, so that each says who it was and under which activity: which ones those
/// are is known only at the end, and there are few of them.
package struct EventGrounds {
  private let inputs: ByteDictionary<TrailInput>
  private let options: TrailOptions

  /// The files of a trail; what can be read only once has no grounds.
  package init(_ inputs: [NamedInput], _ options: TrailOptions) {
    var known: ByteDictionary<TrailInput> = [:]
    for source in inputs where source.input.canBeReadAgain { known[source.name] = source.input }
    (self.inputs, self.options) = (known, options)
  }

  /// Adds what the documents say of themselves.
  package func fill(_ findings: inout FindingSummary) throws(TrailError) {
    var wanted: [ByteKey: Set<Int>] = [:]
    for kind in findings.kinds {
      for finding in findings.examples(of: kind) {
        // A comparison with a database has read its events already.
        let open =
          (finding.event == nil ? [finding.position] : [])
          + finding.related.filter { $0.event == nil }.map(\.position)
        for position in open {
          wanted[ByteKey(position.file), default: []].insert(position.document)
        }
      }
    }
    var found: [ByteKey: [Int: AuditDocument]] = [:]
    for (file, numbers) in wanted { found[file] = try read(file.text, numbers) }
    func event(at position: TrailPosition) -> AuditDocument? {
      found[ByteKey(position.file)]?[position.document]
    }
    findings.rephrase { finding in
      finding.event = finding.event ?? event(at: finding.position)
      for index in finding.related.indices where finding.related[index].event == nil {
        finding.related[index].event = event(at: finding.related[index].position)
      }
    }
  }

  private func read(_ name: String, _ wanted: Set<Int>) throws(TrailError) -> [Int: AuditDocument] {
    guard let input = inputs[name] else { return [:] }
    // What is wrong with the documents was said before.
    let log = FindingLog(examplesPerCode: 0)
    let events = EventReader(
      edition: options.edition,
      limits: options.limits,
      readsPayloads: false,
      log: log
    )
    var found: [Int: AuditDocument] = [:]
    try events.read(wanted, of: input, as: name, limits: options.limits) { document in
      found[log.number] = AuditDocument(document, at: log.position)
    }
    return found
  }
}
