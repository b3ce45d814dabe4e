package import Formats

/// Makes a trail as an export has it, from a realm that is used at random by several people on several devices: the
/// same events for the same options, however many are wanted.
///
/// A trail without defects is consistent in every respect, and complete: each object's insertion is in it. What is
/// written by a scope that overlaps others stands in it twice, and such a scope's events come at its commit.
package struct SampleTrail: Sendable {
  private let events: Int
  /// How its documents are written.
  package let edition: Edition
  var random: SplitMix64
  var realm: SampleRealm
  var devices: [SampleDevice] = []
  /// The scope in which the realm is used at the moment.
  var scope = SampleScope()
  /// The time of what happens next.
  var clock: Int64 = 1_655_996_077_756
  /// What is written at the moment.
  var lines: [UInt8] = []
  /// How many lines there are so far.
  package internal(set) var written = 0
  /// What was planted so far, and where.
  package internal(set) var planted: [PlantedDefect] = []
  private let defectCount: Int
  /// The codes of the defects that are still to be planted.
  private var waiting: [String]
  var idCounter: Int
  /// The `_id` of the first event.
  var firstId = ""
  let idProcess: String
  /// The number of a defect's own values, so that no two are alike.
  var plantedValues = 0

  /// Begins a sample of so many events; the seed makes one differ from another.
  ///
  /// Checking it gives a finding of each code of the defects, but for those that are not in ``defectCodes``.
  package init(
    events: Int,
    seed: UInt64 = 1,
    edition: Edition = .current,
    defects: [String] = []
  ) {
    self.events = events
    self.edition = edition
    random = SplitMix64(seed: seed)
    realm = SampleRealm(omitsDecimals: edition == .core)
    defectCount = defects.count
    // Where every device stamps at commit, no time runs backwards.
    waiting = defects.filter { $0 != "time-backwards" || edition != .draft }
    idCounter = random.below(1 << 20)
    idProcess = random.hex(10)
    for number in 0..<5 { devices.append(makeDevice(number)) }
  }

  private mutating func makeDevice(_ number: Int) -> SampleDevice {
    let users = ["Jason Bourne", "Meredith Palmer", "Dr. Anna Berg", "Zoë O'Neill", "desk-4"]
    var metadata = ",\"username\":\"\(users[number % users.count])\""
    if number % 2 == 0 { metadata += ",\"userId\":\"\(random.hex(24))\"" }
    if number % 3 == 1 { metadata += ",\"role\":\"nurse\"" }
    return SampleDevice(
      partition: "events-\(random.hex(24))",
      metadata: metadata,
      stampsAtCommit: edition == .draft
        || (edition == .current && number % 2 == 1)
    )
  }

  /// Appends the next lines, at least one.
  ///
  /// - Returns: false if there are no more.
  package mutating func next(into bytes: inout [UInt8]) -> Bool {
    guard written < events else { return false }
    swap(&lines, &bytes)
    defer { swap(&lines, &bytes) }
    clock += Int64(random.between(1, 20_000))
    let number = random.below(devices.count)
    // What is noted in open scopes needs its lines as well.
    let room = events - written - devices.reduce(0) { $0 + $1.outer.count }
    if room <= 0 {
      let open = devices.indices.first { !devices[$0].outer.isEmpty } ?? number
      commitOuter(of: open)
      return true
    }
    if plantNext(on: number, room: room) { return true }
    if room < 4 || random.chance(6) {
      recordCustom(on: number)
      return true
    }
    runScope(on: number, room: devices[number].outerScopes > 0 ? room / 2 : room)
    return true
  }

  /// Plants the next defect if it is time: they are spread evenly over the sample's latter three quarters.
  private mutating func plantNext(on number: Int, room: Int) -> Bool {
    guard let code = waiting.first, let plant = SampleDefect.catalogue[code], room > 8,
      devices[number].outerScopes == 0
    else { return false }
    let done = defectCount - waiting.count
    let place = events / 4 + events * 3 / 4 * done / max(1, defectCount)
    guard written >= place, plant(&self, code, number) else { return false }
    waiting.removeFirst()
    return true
  }

  private mutating func runScope(on number: Int, room: Int) {
    openOuterIfWanted(on: number, room: room)
    let activity = random.pick(Self.activities)
    scope = SampleScope(
      activity: activity,
      room: min(room, random.between(1, 6)),
      milliseconds: clock
    )
    while scope.events.count < scope.room {
      act()
      scope.milliseconds += Int64(random.between(1, 900))
    }
    commit(on: number)
    if devices[number].outerScopes > 0 {
      devices[number].outerScopes -= 1
      if devices[number].outerScopes == 0 { commitOuter(of: number) }
    }
    rotate(number)
  }

  /// Whatever happens in a scope that stays open around others is noted there as well.
  mutating func commit(on number: Int) {
    clock = max(clock, scope.milliseconds)
    // Between inner scopes the outer one is alone.
    let isOuterAlone = devices[number].outerScopes > 0 && random.chance(30)
    for event in scope.events {
      if devices[number].outerScopes > 0 {
        var noted = event
        noted.activity = devices[number].outerActivity
        devices[number].outer.append(noted)
      }
      if !isOuterAlone { emit(event, on: number) }
    }
  }

  private mutating func openOuterIfWanted(on number: Int, room: Int) {
    guard edition != .draft, devices[number].outerScopes == 0, room > 60,
      random.chance(8)
    else { return }
    devices[number].outerScopes = random.between(2, 5)
    devices[number].outerActivity = random.pick(["shift", "ward round", "audit of the day"])
  }

  mutating func commitOuter(of number: Int) {
    let events = devices[number].outer
    devices[number].outer = []
    devices[number].outerScopes = 0
    for event in events { emit(event, on: number) }
  }

  /// Begins a new partition once the old one is full, as an event realm does; never within a scope.
  private mutating func rotate(_ number: Int) {
    guard devices[number].written > 400, devices[number].outerScopes == 0 else { return }
    devices[number].written = 0
    devices[number].partition = "events-\(random.hex(24))"
  }

  private mutating func recordCustom(on number: Int) {
    let kind = random.below(4)
    let data: String? =
      switch kind {
      case 0: nil
      case 1: "{\"screen\":\"\(random.pick(SplitMix64.words))\"}"
      case 2: "free text: \(random.pick(SplitMix64.words)), \"quoted\""
      default: ""
      }
    let event = SampleEvent(
      event: kind == 2 ? nil : "pressed button",
      activity: random.pick(["event", "navigate", "sign in", "print"]),
      payload: data,
      milliseconds: clock,
      isScoped: false
    )
    emit(event, on: number)
  }
}
