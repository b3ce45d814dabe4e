import Formats
import JSON
import TrailReading

/// Reads the values that findings name where they stand: which ones those are is not known before the end, and there are
/// few of them.
struct ValuesReadAgain {
  let options: TrailOptions
  /// The names of the files by their numbers.
  let files: [String]
  /// What is read under these names.
  let inputs: ByteDictionary<TrailInput>

  /// Puts values in the places that are kept for them in the sentences of findings.
  func fill(_ findings: inout FindingSummary) throws(TrailError) {
    var wanted: [Int: [Int: Set<UInt64>]] = [:]
    for kind in findings.kinds {
      for finding in findings.examples(of: kind) {
        for sentence in [finding.sentence] + finding.related.map(\.statement) {
          for place in ValuePlace.all(in: sentence) {
            wanted[place.file, default: [:]][place.document, default: []].insert(place.hash)
          }
        }
      }
    }
    if wanted.isEmpty { return }
    var texts: [ValuePlace: String] = [:]
    for (file, documents) in wanted { try read(file, documents, into: &texts) }
    func text(in place: ValuePlace) -> String { texts[place] ?? ValuePlace.lostValue }
    func fill(_ sentence: inout String) {
      let values = ValuePlace.all(in: sentence).map(text)
      sentence = ValuePlace.fill(sentence, text)
      if values.count == 2 { sentence += LookAlike.remark(on: values[0], values[1]) }
    }
    findings.rephrase { finding in
      fill(&finding.sentence)
      for index in finding.related.indices { fill(&finding.related[index].statement) }
    }
  }

  private func read(
    _ file: Int,
    _ wanted: [Int: Set<UInt64>],
    into texts: inout [ValuePlace: String]
  ) throws(TrailError) {
    guard let input = inputs[files[file]] else { return }
    // What is wrong with the documents was said before.
    let log = FindingLog(examplesPerCode: 0)
    let events = EventReader(
      edition: options.edition,
      schema: options.schema,
      limits: options.limits,
      readsMetadata: false,
      log: log
    )
    let numbers = Set(wanted.keys)
    try events.read(numbers, of: input, as: input.name, limits: options.limits) { event in
      let number = log.number
      guard let hashes = wanted[number], let payload = events.payloads.read(event) else { return }
      for (hash, text) in self.texts(of: hashes, in: payload) {
        texts[ValuePlace(file: file, document: number, hash: hash)] = text
      }
    }
  }

  private func texts(of hashes: Set<UInt64>, in payload: Payload) -> [UInt64: String] {
    var found = ValueTexts()
    // What a read shows in full in place of a link may be named as well.
    ObjectActs(options.schema, options.primaryKeys, options.edition).forEachAct(of: payload) {
      act in
      guard let name = act.className else { return }
      for value in [act.object, act.newValue].compactMap(\.self).map(\.members).joined() {
        let shape = options.schema?.shape(of: value.name, in: name) ?? .untold
        let hash = ValueHash.of(value, shape)
        if hashes.contains(hash) { found.note(value, as: hash) }
      }
    }
    return Dictionary(
      uniqueKeysWithValues: hashes.compactMap { hash in
        found.text(of: hash).map { (hash, $0) }
      }
    )
  }
}
