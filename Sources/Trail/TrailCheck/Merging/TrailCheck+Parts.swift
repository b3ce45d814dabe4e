import JSON
package import TrailReading
extension TrailCheck {
  /// Reads and checks all inputs in up to so many threads, on whose number the report does not depend.
  ///
  /// What cannot be read a second time, and a trail of one part, is checked in one.
  package mutating func check(_ inputs: [NamedInput], jobs: Int) throws(TrailError) {
    let whole = options
    let silent = listener
    if scope == .trail, jobs > 1, let parts = TrailParts(inputs, bytes: options.limits.partBytes) {
      // What is known of the parts takes memory as well.
      var options = options
      options.limits.memory /= 2
      self = TrailCheck(options, listener: silent)
      try check(parts, jobs: min(jobs, parts.parts.count))
      if !dependsOnParts { return }
      self = TrailCheck(whole, listener: silent)
    }
    for source in inputs { try check(source.input, as: source.name) }
  }

  private mutating func check(_ parts: TrailParts, jobs: Int) throws(TrailError) {
    var partOptions = options
    let count = PartThreads<PartResult>.partsInMemory(jobs: jobs)
    partOptions.limits.memory /= count
    // Digests take longest, and come first: a file can be digested by one thread only.
    let digests = options.digestsInputs ? parts.cut.map(FileDigest.init) : []
    let threads = PartThreads(
      parts.parts.count,
      jobs: jobs,
      errands: digests.map { digest in { digest.make() } }
    ) { [partOptions, silent = listener] number throws(TrailError) in
      try Self.result(of: parts.parts[number], partOptions, silent?.forPart(of: count))
    }
    threads.start()
    defer { threads.stop() }
    for (number, part) in parts.parts.enumerated() {
      take(try threads.result(of: number), isContinued: part.isContinued)
      if part.isLast { endFile() }
    }
    for source in parts.sources { sources[source.name] = source.input }
    for digest in digests {
      let (bytes, sha256) = try digest.result.take().get()
      for index in inputs.indices where inputs[index].name.equalsByBytes(digest.source.name) {
        guard inputs[index].bytes == bytes else {
          throw TrailError("\(digest.source.name) has changed while it was read")
        }
        inputs[index].sha256 = sha256
      }
    }
  }

  /// The digest of a file that several threads read.
  private struct FileDigest: Sendable {
    let source: NamedInput
    let result = Awaited<Result<(bytes: Int, sha256: String), TrailError>>()

    init(_ source: NamedInput) { self.source = source }

    func make() { result.set(Result { () throws(TrailError) in try source.input.digest() }) }
  }

  private static func result(
    of part: TrailParts.Part,
    _ options: TrailOptions,
    _ listener: (any EventListener)?
  ) throws(TrailError) -> PartResult {
    switch part {
    case .files(let sources):
      var check = TrailCheck(options, of: .files, listener)
      for source in sources { try check.check(source.input, as: source.name) }
      return check.result
    case .lines(let stretch):
      let line = try stretch.firstLine()
      var check = TrailCheck(options, of: .lines, listener)
      try check.check(stretch.source, lines: stretch.range, from: line)
      return check.result
    }
  }

  /// What is known of the part of the trail that was read here.
  var result: PartResult {
    PartResult(
      findings: log.summary,
      documents: documents,
      bytes: bytes,
      inputs: inputs,
      census: wholeCensus,
      lines: lines,
      ids: ids,
      inference: inference,
      keys: watch.sightings,
      history: history?.part,
      heard: listener
    )
  }

  /// Takes over what is known of the part that comes next, which may continue the file before it.
  mutating func take(_ part: consuming PartResult, isContinued: Bool = false) {
    log.summary.add(contentsOf: part.findings)
    take(documents: part.documents, bytes: part.bytes, part.lines)
    if isContinued, let rest = part.inputs.first, !inputs.isEmpty {
      inputs[inputs.count - 1].bytes += rest.bytes
      inputs[inputs.count - 1].documents += rest.documents
    } else {
      inputs += part.inputs
    }
    census.take(part.census)
    ids.take(part.ids)
    inference.take(part.inference)
    watch.take(part.keys)
    if let heard = part.heard { listener?.take(heard) }
    if let part = part.history { history?.take(part) }
  }

  /// Whether a limit was reached, so that another division into parts might have left out something else: such a trail is
  /// checked in one.
  private var dependsOnParts: Bool {
    inference.omitted.count > 0 || history?.dependsOnParts ?? false
  }
}
