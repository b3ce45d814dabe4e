import Testing

@testable import TrailReading

/// In which order a trail is taken: exports are sorted in several ways, and clocks are wrong.
struct HistoryOrderTests {
  private static let anthony = #"{"_id":1,"name":"Anthony"}"#
  private static let tony = #"{"_id":1,"name":"Tony"}"#

  private func trail(_ body: (inout SmallTrail) -> Void) -> SmallTrail {
    var trail = SmallTrail()
    body(&trail)
    return trail
  }

  /// A day of work on one object, each change under an activity of its own or under one for all.
  private func day(_ activity: (Int) -> String) -> SmallTrail {
    trail { trail in
      trail.insert(#"{"_id":1,"name":"0"}"#, at: 10, activity: activity(0))
      for number in 1...6 {
        let (old, new) = (number - 1, number)
        trail.read(#"{"_id":1,"name":"\#(old)"}"#, at: number * 100, activity: activity(number))
        trail.change(
          #"{"_id":1,"name":"\#(old)"}"#,
          to: #"{"name":"\#(new)"}"#,
          at: number * 100 + 5,
          activity: activity(number)
        )
      }
    }
  }

  // MARK: Times of findings

  @Test func `A finding shows the times that the events state, also where a clock was set back`()
    throws
  {
    let findings = try trail {
      $0.change(Self.anthony, to: #"{"name":"Tony"}"#, at: 10)
      $0.read(#"{"_id":1,"name":"Carl"}"#, at: 9)
    }.findings()
    #expect(Set(findings.map(\.code)) == [.changeContradicts, .timeBackwards])
    let contradiction = try #require(findings.first { $0.code == .changeContradicts })
    #expect(contradiction.related.map(\.timestamp) == [9000, 10_000])
    #expect(contradiction.related.map(\.position.document) == [2, 1])
    #expect(contradiction.sentence.contains("at 1970-01-01T00:00:09.000Z"))
  }

  // MARK: Clocks

  @Test func `A clock that was set back between two scopes causes no contradiction`() throws {
    let codes = try trail {
      $0.insert(Self.anthony, at: 100, activity: "admission")
      $0.read(Self.anthony, at: 50, activity: "round")
      $0.change(Self.anthony, to: #"{"name":"Tony"}"#, at: 60, activity: "round")
      $0.read(Self.tony, at: 110, activity: "night")
    }.codes(isComplete: true)
    #expect(codes == [])
  }

  /// The clock of the other device is an hour ahead.
  @Test func `Devices whose clocks differ contradict nothing in the order of their uploads`() throws
  {
    func codes(isKnown: Bool) throws -> [String] {
      try trail {
        // Where the creation arrived first, the object that is deleted is the one that it created.
        if isKnown { $0.insert(Self.anthony, at: 3) }
        $0.delete(#"{"_id":1,"name":"Carl"}"#, at: 3602, device: "b")
        if !isKnown { $0.insert(Self.anthony, at: 3) }
        $0.change(Self.anthony, to: #"{"name":"Tony"}"#, at: 3604, device: "b")
      }.codes(isComplete: true)
    }
    #expect(try codes(isKnown: false) == [])
    #expect(try codes(isKnown: true) == ["change-contradicts 2"])
  }

  @Test func `A contradiction stays one although a clock was set back`() throws {
    let codes = try trail {
      $0.insert(Self.anthony, at: 100, activity: "admission")
      $0.read(#"{"_id":1,"name":"Carl"}"#, at: 50, activity: "round")
    }.codes(isComplete: true)
    #expect(codes.count == 1)
  }

  @Test(arguments: [0, 4000])
  func `One event with a wrong time makes no other suspicious`(time: Int) throws {
    let codes = try trail {
      $0.insert(Self.anthony, at: 1000)
      $0.read(Self.anthony, at: 1010)
      $0.change(Self.anthony, to: #"{"name":"Tony"}"#, at: time)
      $0.read(Self.tony, at: 1030)
      $0.read(Self.tony, at: 1040)
    }.codes(isComplete: true)
    #expect(codes == ["time-backwards 3"])
  }

  @Test func `A wrong time in a scope of its own does not turn the life of an object around`()
    throws
  {
    let codes = try trail {
      $0.insert(Self.anthony, at: 1000, activity: "a")
      $0.change(Self.anthony, to: #"{"name":"Tony"}"#, at: 5, activity: "b")
      $0.read(Self.tony, at: 1030, activity: "c")
      $0.delete(Self.tony, at: 1040, activity: "d")
    }.codes(isComplete: true)
    #expect(codes == [])
  }

  // MARK: Orders of exports

  @Test(arguments: [true, false])
  func `An export with the newest document first is recognised, and that is said once`(isOne: Bool)
    throws
  {
    let day = day { isOne ? "work" : "work \($0)" }
    #expect(try day.codes(isComplete: true) == [])
    let findings = try day.reversed.findings(isComplete: true)
    #expect(findings.map(\.code) == [.newestFirst])
    #expect(findings.map(\.level) == [.info])
    #expect(findings.map(\.position.document) == [1])
  }

  /// Scopes of some devices, which upload in turn so many at a time, the later devices later; all events of a scope have the
  /// time of its commit.
  private func uploads(devices: Int, scopes: Int) -> SmallTrail {
    trail { trail in
      for number in 0..<48 {
        let (round, rest) = number.quotientAndRemainder(dividingBy: devices * scopes)
        let (device, scope) = rest.quotientAndRemainder(dividingBy: scopes)
        let time = 1000 + (round * scopes + scope) * 60 - device * 20
        let name = ["a", "b", "c"][device] as Character
        trail.idSeconds = time
        for value in 0..<3 {
          let object = #"{"_id":\#(number),"name":"\#(max(0, value - 1))"}"#
          if value == 0 {
            trail.insert(object, at: time, activity: "\(scope + round % 2)", device: name)
          } else {
            let new = #"{"name":"\#(value)"}"#
            trail.change(
              object,
              to: new,
              at: time,
              activity: "\(scope + round % 2)",
              device: name
            )
          }
        }
      }
    }
  }

  @Test(arguments: [(2, 2), (2, 3), (3, 1), (3, 2)])
  func `Devices upload scopes in turn, so the order shows in each partition alone`(
    devices: Int,
    scopes: Int
  ) throws {
    let uploads = uploads(devices: devices, scopes: scopes)
    #expect(try uploads.codes(isComplete: true) == [])
    #expect(try uploads.reversed.codes(isComplete: true) == ["newest-first 1"])
    let findings = try uploads.reversed.findings(isComplete: true, linesPerFile: 72)
    #expect(findings.map(\.code) == [.newestFirst])
  }

  @Test func `What disagrees is found with the newest document first as well`() throws {
    var day = day { _ in "work" }
    day.read(#"{"_id":1,"name":"2"}"#, at: 800)
    #expect(try day.codes() == ["read-stale 14"])
    #expect(try day.reversed.codes() == ["read-stale 1", "newest-first 1"])
  }

  @Test func `Of documents of one instant, the ids tell whether they were turned around as well`()
    throws
  {
    var trail = SmallTrail()
    for number in 0..<6 {
      trail.change(
        #"{"_id":1,"name":"\#(2 * number)"}"#,
        to: #"{"name":"\#(2 * number + 1)"}"#,
        at: number * 10
      )
      trail.change(
        #"{"_id":1,"name":"\#(2 * number + 1)"}"#,
        to: #"{"name":"\#(2 * number + 2)"}"#,
        at: number * 10
      )
    }
    #expect(try trail.codes() == [])
    #expect(try trail.reversed.codes() == ["newest-first 1"])
    #expect(try trail.sortedByTime.codes() == ["newest-first 1"])
  }

  @Test func `A clock that was set back now and then is not an export with the newest first`()
    throws
  {
    let codes = try trail { trail in
      for number in 0..<6 { trail.read(Self.anthony, at: 100 - number * 10 + (number % 2) * 15) }
    }.codes()
    #expect(!codes.contains { $0.hasPrefix("newest-first") })
    #expect(codes.contains { $0.hasPrefix("time-backwards") })
  }

  @Test(arguments: [1, 2, 5], [true, false])
  func `Files may be given in any order`(linesPerFile: Int, isFlipped: Bool) throws {
    let findings = try day { _ in "work" }.findings(
      isComplete: true,
      linesPerFile: linesPerFile,
      isFlipped: isFlipped
    )
    #expect(findings.map(\.sentence) == [])
  }

  @Test(arguments: [true, false])
  func `Time that runs backwards from one file to the next is found, whichever is read first`(
    isFlipped: Bool
  ) throws {
    let trail = trail {
      $0.read(Self.anthony, at: 1)
      $0.read(Self.anthony, at: 20)
      $0.read(Self.anthony, at: 19)
      $0.read(Self.anthony, at: 40)
    }
    let findings = try trail.findings(linesPerFile: 2, isFlipped: isFlipped)
    #expect(findings.map(\.code) == [.timeBackwards])
    #expect(findings.map(\.position) == [TrailPosition(file: "t100", document: 2)])
  }

  @Test(arguments: [
    // The second part goes on where the first one ends, but for the one step.
    ([1, 19, 20, 18, 21], nil, 3, ["t103:1"]),
    ([1, 2, 9, 3, 4, 20], nil, 3, ["t100:3"]),
    // Only the ids tell that a part is not taken from the middle.
    ([1, 20, 18], 21, 2, ["t100:2"]),
    ([1, 20, 18], nil, 2, []),
    ([10, 30, 50, 20, 40, 60], nil, 3, []),
  ])
  func `Time that runs backwards is found where a partition is cut in two files`(
    times: [Int],
    idSeconds: Int?,
    linesPerFile: Int,
    expected: [String]
  ) throws {
    let trail = trail {
      for (index, time) in times.enumerated() {
        $0.idSeconds = index < linesPerFile ? nil : idSeconds
        $0.idsCount = index < linesPerFile || !expected.isEmpty
        $0.read(Self.anthony, at: time)
      }
    }
    let found = try trail.findings(linesPerFile: linesPerFile)
      .filter { $0.code == .timeBackwards }
      .map { "\($0.position.file):\($0.position.document)" }
    #expect(found == expected)
  }

  /// Each scope has one time, as where events are stamped with their commits: what precedes what is told by ids alone.
  @Test func `Documents in no order are noticed by time and id where no scope shows it`() throws {
    var scopes: [(Int, [Int])] = []
    for number in 1...8 { scopes.append((number * 100, [number - 1, number])) }
    let trail = trail { trail in
      trail.insert(#"{"_id":1,"name":"0"}"#, at: 10, activity: "0")
      for (time, names) in scopes {
        trail.read(#"{"_id":1,"name":"\#(names[0])"}"#, at: time, activity: "\(time)")
        trail.change(
          #"{"_id":1,"name":"\#(names[0])"}"#,
          to: #"{"name":"\#(names[1])"}"#,
          at: time,
          activity: "\(time)"
        )
      }
    }
    let order = [4, 9, 2, 16, 7, 0, 12, 1, 14, 5, 11, 3, 8, 15, 6, 13, 10]
    let findings = try trail.ordered(by: order).findings(isComplete: true)
    #expect(findings.map(\.code) == [.anyOrder])
  }

  // MARK: Orders that nothing tells

  /// Events that say nothing of their order: ids of their own, and times as given.
  private func untold(_ body: (inout SmallTrail) -> Void) -> SmallTrail {
    trail { trail in
      trail.idsCount = false
      trail.idSeconds = .max
      body(&trail)
    }
  }

  @Test(arguments: [[0, 1, 2, 3], [3, 1, 0, 2], [2, 3, 1, 0], [1, 0, 3, 2]])
  func `Events of one instant whose order nothing tells are not held against each other`(
    order: [Int]
  ) throws {
    let trail = untold {
      $0.insert(Self.anthony, at: 10)
      $0.change(Self.anthony, to: #"{"name":"Tony"}"#, at: 10)
      $0.read(Self.tony, at: 10)
      $0.delete(Self.tony, at: 10)
    }
    let findings = try trail.ordered(by: order).findings(isComplete: true)
    #expect(findings.allSatisfy { $0.code == .orderUntold && $0.level == .info })
    #expect(order == [0, 1, 2, 3] || !findings.isEmpty)
  }

  @Test(arguments: [[0, 1, 2], [0, 2, 1]])
  func `A value that no event has left contradicts in any order`(order: [Int]) throws {
    let trail = untold {
      $0.insert(Self.anthony, at: 10)
      $0.read(#"{"_id":1,"name":"Carl"}"#, at: 20)
      $0.change(Self.anthony, to: #"{"name":"Tony"}"#, at: 20)
    }
    let findings = try trail.ordered(by: order).findings(isComplete: true)
    #expect(findings.filter { $0.level == .error }.map(\.code) == [.readContradicts])
  }

  @Test(arguments: [true, false])
  func `What was created in the trail had no value before it, in whatever order it arrived`(
    isComplete: Bool
  ) throws {
    func codes(_ name: String) throws -> [String] {
      try trail {
        $0.read(Self.anthony, at: 30, device: "b")
        $0.insert(Self.anthony, at: 10)
        $0.change(Self.anthony, to: #"{"name":"Tony"}"#, at: 20)
        $0.read(name, at: 40, device: "c")
      }.codes(isComplete: isComplete)
    }
    #expect(try codes(Self.anthony) == [])
    #expect(try codes(#"{"_id":1,"name":"Carl"}"#) == ["read-contradicts 4"])
  }

  @Test func `Of few documents, a time that goes back need not be of a clock that was set back`()
    throws
  {
    let trail = untold {
      $0.read(Self.anthony, at: 10)
      $0.read(Self.anthony, at: 9)
    }
    #expect(try trail.codes() == ["order-untold 2"])
  }

  @Test(arguments: [3, 40])
  func `Files that were put together in another order have events of one instant as ids count up`(
    many: Int
  ) throws {
    let trail = trail {
      $0.idSeconds = 7
      $0.insert(Self.anthony, at: 10)
      for number in 1...many {
        $0.insert(#"{"_id":\#(number + 1),"name":"Carl"}"#, at: 10 + number)
      }
      $0.read(Self.anthony, at: 100)
      $0.change(Self.anthony, to: #"{"name":"Tony"}"#, at: 100)
      for number in 1...many { $0.read(Self.tony, at: 100 + number) }
    }
    let second = Array((many + 2)..<(2 * many + 3))
    let findings = try trail.ordered(by: second + Array(0..<(many + 2))).findings(isComplete: true)
    // The time goes back where the second file ends.
    #expect(findings.map(\.code) == [many > 3 ? .timeBackwards : .anyOrder])
  }

  @Test func `Few documents are in no order although the ids of most go on`() throws {
    func codes(old: String) throws -> [String] {
      try trail {
        $0.idSeconds = 7
        $0.read(Self.anthony, at: 11, activity: "inner")
        $0.change(Self.anthony, to: #"{"name":"Tony"}"#, at: 11, activity: "inner")
        $0.delete(Self.tony, at: 12, activity: "inner")
        $0.insert(Self.anthony, at: 10, activity: "outer")
        $0.read(Self.anthony, at: 11, activity: "outer")
        $0.change(old, to: #"{"name":"Tony"}"#, at: 11, activity: "outer")
        $0.delete(Self.tony, at: 12, activity: "outer")
      }.ordered(by: [1, 3, 5, 6, 0, 2, 4]).codes(isComplete: true)
    }
    #expect(try codes(old: Self.anthony) == ["any-order 1"])
    #expect(
      try codes(old: #"{"_id":1,"name":"Carl"}"#).contains { $0.hasPrefix("change-contradicts") }
    )
  }

  @Test(arguments: [[0, 1, 2, 3], [1, 3, 0, 2]])
  func `A clock that was set back and documents in no order together accuse no event`(order: [Int])
    throws
  {
    func trail(idsCount: Bool) -> SmallTrail {
      untold {
        if idsCount { ($0.idsCount, $0.idSeconds) = (true, nil) }
        $0.insert(Self.anthony, at: 100, activity: "admission")
        $0.change(Self.anthony, to: #"{"name":"Tony"}"#, at: 50, activity: "round")
        $0.read(Self.tony, at: 60, activity: "night")
        $0.delete(Self.tony, at: 70, activity: "end")
      }
    }
    for idsCount in [true, false] {
      let findings = try trail(idsCount: idsCount).ordered(by: order).findings(isComplete: true)
      #expect(findings.filter { $0.level > .info }.map(\.sentence) == [])
    }
  }

  @Test(arguments: [true, false])
  func `A clock that was set back accuses no event where the trail is cut in two files`(
    isFlipped: Bool
  ) throws {
    let trail = trail {
      $0.insert(Self.anthony, at: 100, activity: "admission")
      $0.read(Self.anthony, at: 140, activity: "round")
      // The second file seems to be the first one.
      $0.read(Self.anthony, at: 60, activity: "night")
      $0.read(Self.anthony, at: 150, activity: "morning")
    }
    let findings = try trail.findings(isComplete: true, linesPerFile: 2, isFlipped: isFlipped)
    #expect(findings.filter { $0.level > .info }.map(\.sentence) == [])
  }

  @Test func `Small files in no order are noticed together`() throws {
    let trail = untold { trail in
      for number in 0..<12 { trail.read(Self.anthony, at: number * 10) }
    }
    let findings = try trail.ordered(by: [2, 1, 5, 3, 0, 4, 10, 7, 8, 6, 11, 9])
      .findings(linesPerFile: 3)
    #expect(findings.map(\.code) == [])
  }
}
