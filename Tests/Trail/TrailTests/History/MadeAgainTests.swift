import JSON
import Testing

@testable import TrailCheck

/// A device does once more what it has done before, and has not heard what another one did meanwhile.
struct MadeAgainTests {
  private static let schema: JSON = [
    "Person": [
      "primaryKey": "_id",
      "properties": ["_id": "int", "name": "string", "age": "int", "friend": "Person?"],
    ]
  ]

  private func codes(_ tell: (inout SmallTrail) -> Void) throws -> [String] {
    try SmallTrail.codes(schema: Self.schema, tell)
  }

  private func person(
    _ key: Int = 1,
    _ name: String = "Anthony",
    age: Int = 0,
    friend: Int? = nil
  ) -> String {
    #"{"_id":\#(key),"name":"\#(name)","age":\#(age),"friend":\#(friend.map { "\($0)" } ?? "null")}"#
  }

  @Test func `A device that has not heard of a deletion makes a change again`() throws {
    func codes(read name: String) throws -> [String] {
      try self.codes {
        $0.insert(person(), at: 1)
        $0.change(person(), to: #"{"name":"Tony"}"#, at: 2)
        $0.change(person(1, "Tony"), to: #"{"name":"Anthony"}"#, at: 3)
        $0.delete(person(), at: 4, device: "b")
        $0.change(person(), to: #"{"name":"Tony"}"#, at: 5)
        $0.read(person(1, name), at: 6)
      }
    }
    #expect(try codes(read: "Tony") == [])
    #expect(try codes(read: "Anthony") == ["read-stale 6"])
  }

  @Test func `A device sets a link again that another one has cleared with its target`() throws {
    func codes(isCleared: Bool) throws -> [String] {
      try self.codes {
        for key in [1, 2, 4] { $0.insert(person(key), at: 1) }
        $0.change(person(), to: #"{"friend":4}"#, at: 2)
        $0.change(person(friend: 4), to: #"{"friend":2}"#, at: 3)
        $0.delete(person(isCleared ? 2 : 3), at: 4, device: "b")
        $0.change(person(), to: #"{"friend":4}"#, at: 5)
        $0.read(person(friend: 4), at: 6)
      }
    }
    #expect(try codes(isCleared: true) == [])
    #expect(try codes(isCleared: false).contains("change-stale 7"))
  }

  /// A change that is made once more looks like one that a scope tells again, and hides nothing that never was.
  @Test(arguments: ["read", "change", "deletion"], [false, true])
  func `A value that no event left is found where it comes and goes`(
    _ event: String,
    isSeenElsewhere: Bool
  ) throws {
    func codes(_ name: String) throws -> [String] {
      try self.codes {
        $0.insert(person(), at: 1)
        if event != "deletion" { $0.change(person(), to: #"{"name":"Tony"}"#, at: 5) }
        switch event {
        case "read": $0.read(person(1, name), at: 7)
        case "deletion": $0.delete(person(1, name), at: 7)
        default: $0.change(person(1, name), to: #"{"name":"Anthony"}"#, at: 7)
        }
        if event == "read" { $0.change(person(1, "Tony"), to: #"{"name":"Anthony"}"#, at: 10) }
        if event == "deletion" {
          $0.insert(person(), at: 20)
        } else {
          $0.change(person(), to: #"{"name":"Tony"}"#, at: 20)
        }
        if isSeenElsewhere { $0.read(person(), at: 21, device: "b") }
      }
    }
    #expect(try codes(event == "deletion" ? "Anthony" : "Tony") == [])
    let code = event == "read" ? "read-contradicts" : "change-contradicts"
    #expect(try codes("Antonia") == ["\(code) \(event == "deletion" ? 2 : 3)"])
  }

  /// Under one activity, too, a scope that tells a change again tells what its device has changed since.
  @Test func `An event is stored once more behind what its device has changed since`() throws {
    func codes(isRecorded: Bool, isCreation: Bool) throws -> [String] {
      try self.codes {
        $0.insert(person(age: 0), at: 1)
        $0.change(person(age: 0), to: #"{"age":1}"#, at: 2)
        if !isCreation { $0.change(person(age: 1), to: #"{"age":2}"#, at: 3) }
        if isCreation {
          $0.insert(person(age: 0), at: 4)
        } else {
          $0.change(person(age: 0), to: #"{"age":1}"#, at: 4)
        }
        guard isRecorded else { return }
        if isCreation {
          $0.change(person(age: 0), to: #"{"age":1}"#, at: 5)
        } else {
          $0.change(person(age: 1), to: #"{"age":2}"#, at: 5)
        }
      }
    }
    #expect(try codes(isRecorded: true, isCreation: false) == [])
    #expect(try codes(isRecorded: true, isCreation: true) == [])
    #expect(try codes(isRecorded: false, isCreation: false) == ["change-stale 4"])
    #expect(try codes(isRecorded: false, isCreation: true) == ["inserted-twice 3"])
  }

  @Test func `A deletion is stored once more behind a creation that its scope does not record`()
    throws
  {
    func codes(isRecorded: Bool) throws -> [String] {
      try self.codes {
        $0.insert(person(age: 0), at: 1)
        $0.delete(person(age: 0), at: 2)
        $0.insert(person(age: 3), at: 3)
        $0.delete(person(age: 0), at: 4)
        if isRecorded { $0.insert(person(age: 3), at: 4) }
        $0.read(person(age: 3), at: 5)
      }
    }
    #expect(try codes(isRecorded: true) == [])
    #expect(try codes(isRecorded: false) == ["change-stale 4", "read-of-deleted 5"])
  }

  @Test func `A device deletes an object and creates it as it had before`() throws {
    func codes(isDeleted: Bool) throws -> [String] {
      var trail = SmallTrail(schema: Self.schema)
      trail.insert(person(1, "Tony", age: 5), at: 1, device: "b")
      trail.insert(person(), at: 2)
      trail.change(person(), to: "{}", at: 2)
      trail.change(person(), to: #"{"name":"Tony"}"#, at: 3)
      trail.insert(person(), at: 5, activity: "outer")
      trail.change(person(), to: #"{"name":"Antonia"}"#, at: 6, activity: "outer")
      if isDeleted { trail.delete(person(1, "Tony", age: 5), at: 4, activity: "outer") }
      // In no order, so that nothing tells which of two events of one instant was stored first.
      return try trail.ordered(by: [3, 1, 2, 0, 5, 4] + (isDeleted ? [6] : []))
        .codes(isComplete: true)
    }
    #expect(try codes(isDeleted: true) == ["any-order 1"])
    #expect(try codes(isDeleted: false) == ["change-stale 5", "any-order 1"])
  }

  @Test func `A device creates an object again before its deletion, by a clock that is behind`()
    throws
  {
    func codes(_ friend: Int?) throws -> [String] {
      try self.codes {
        for key in [1, 2, 4] { $0.insert(person(key), at: 1, device: "b") }
        $0.change(person(), to: #"{"friend":4}"#, at: 2, device: "b")
        $0.change(person(friend: 4), to: #"{"friend":null}"#, at: 3)
        $0.insert(person(friend: 2), at: 4)
        $0.read(person(friend: friend), at: 5)
        $0.delete(person(friend: 4), at: 6, device: "b")
        $0.delete(person(2), at: 7, device: "b")
      }
    }
    #expect(try codes(2) == [])
    #expect(try codes(1) == ["read-contradicts 7"])
  }

  @Test func `A device creates an object as before, behind a deletion by a clock that is ahead`()
    throws
  {
    func codes(isAgain: Bool = true, read name: String = "Anthony") throws -> [String] {
      try self.codes {
        $0.insert(person(), at: 1)
        $0.change(person(), to: #"{"name":"Tony"}"#, at: 2)
        $0.insert(person(), at: 1, activity: "outer")
        $0.change(person(), to: #"{"name":"Tony"}"#, at: 2, activity: "outer")
        if isAgain { $0.insert(person(), at: 3, activity: "outer") }
        $0.delete(person(1, "Tony"), at: 4, device: "b")
        $0.read(person(1, name), at: 5, activity: "outer")
      }
    }
    #expect(try codes() == [])
    #expect(try codes(isAgain: false) == ["read-stale 6"])
    #expect(try codes(read: "Tony") == ["read-stale 7"])
  }

  @Test func `A device changes what another one created as before, by a clock that is behind`()
    throws
  {
    func codes(again seconds: Int) throws -> [String] {
      try self.codes {
        $0.insert(person(), at: 1)
        $0.insert(person(), at: seconds, activity: "middle")
        $0.change(person(), to: #"{"name":"Tony"}"#, at: 5, activity: "middle")
        $0.insert(person(), at: seconds, activity: "outer")
        $0.change(person(), to: #"{"name":"Tony"}"#, at: 5, activity: "outer")
        $0.delete(person(), at: 4, device: "b")
        $0.change(person(1, "Tony"), to: #"{"age":7}"#, at: 6, device: "b")
      }
    }
    #expect(try codes(again: 3) == [])
    #expect(try codes(again: 1) == ["change-of-deleted 7"])
  }

  @Test func `A device changes a value twice, and another one in between`() throws {
    func codes(age: Int = 7, read name: String = "Anthony") throws -> [String] {
      try self.codes {
        $0.insert(person(), at: 1)
        $0.change(person(), to: #"{"name":"Tony"}"#, at: 2)
        $0.change(person(1, "Tony"), to: #"{"name":"Anthony"}"#, at: 3)
        $0.change(person(), to: #"{"age":7}"#, at: 4, activity: "middle")
        $0.change(person(), to: #"{"friend":1}"#, at: 5, device: "b")
        // The second scope cannot have recorded the first two changes, in which the age was another one.
        $0.change(person(age: age), to: #"{"name":"Tony"}"#, at: 6, activity: "outer")
        $0.change(person(1, "Tony", age: age), to: #"{"name":"Anthony"}"#, at: 7, activity: "outer")
        $0.read(person(1, name, age: 7), at: 8)
      }
    }
    #expect(try codes() == [])
    #expect(try codes(read: "Tony") == ["read-stale 8"])
    // It could have recorded them, had it recorded the change of the age behind them as well.
    #expect(try codes(age: 0) == ["change-stale 7"])
  }
}
