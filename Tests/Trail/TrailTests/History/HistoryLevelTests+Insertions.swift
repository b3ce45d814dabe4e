import JSON
import Testing

@testable import TrailCheck
@testable import TrailReading

// Objects that are created although their key is in use.
extension HistoryLevelTests {
  @Test func `An object is created just as before, behind a deletion that two scopes record`()
    throws
  {
    let (empty, full) = (#"{"_id":1,"tags":[]}"#, #"{"_id":1,"tags":["a"]}"#)
    let codes = try trail {
      $0.delete(full, at: 30)
      $0.insert(empty, at: 10, activity: "outer")
      $0.read(empty, at: 20, activity: "outer")
      $0.delete(full, at: 30, activity: "outer")
      $0.insert(empty, at: 40)
    }.codes(isComplete: true)
    #expect(!codes.contains { $0.hasPrefix("inserted-twice") })
  }

  @Test func `An object is inserted whose key the same device had seen in use`() throws {
    let codes = try trail {
      $0.read(Self.anthony, at: 1)
      $0.insert(Self.tony, at: 2)
    }.codes()
    #expect(codes == ["inserted-twice 2"])
  }

  @Test func `A key is free again after a deletion`() throws {
    let codes = try trail {
      $0.read(Self.anthony, at: 1)
      $0.delete(Self.anthony, at: 2)
      $0.insert(Self.tony, at: 3)
    }.codes()
    #expect(codes == [])
  }

  @Test
  func `One insertion in two scopes is one insertion, and two devices may choose the same key`()
    throws
  {
    let codes = try trail {
      $0.insert(Self.anthony, at: 1, activity: "inner")
      $0.insert(Self.anthony, at: 2, activity: "outer")
      $0.insert(Self.tony, at: 3, device: "b")
    }.codes()
    #expect(codes == [])
  }

  @Test func `An insertion in a scope that was committed later explains that the object was seen`()
    throws
  {
    let codes = try trail {
      $0.read(Self.anthony, at: 2, activity: "inner")
      $0.change(Self.anthony, to: #"{"name":"Tony"}"#, at: 3, activity: "inner")
      $0.insert(Self.anthony, at: 4, activity: "outer")
      $0.change(Self.anthony, to: #"{"name":"Tony"}"#, at: 4, activity: "outer")
      $0.read(Self.tony, at: 5)
    }.codes(isComplete: true)
    #expect(codes == [])
  }

  @Test func `A read shows what a scope that was committed later has made of a new object`() throws
  {
    func codes(_ left: String) throws -> [String] {
      try trail {
        $0.read(Self.tony, at: 1, activity: "inner")
        $0.insert(Self.anthony, at: 2, activity: "outer")
        $0.change(Self.anthony, to: left, at: 2, activity: "outer")
      }.codes(isComplete: true)
    }
    #expect(try codes(#"{"name":"Tony"}"#) == [])
    #expect(try codes(#"{"name":"Carl"}"#) == ["inserted-twice 2"])
  }

  @Test func `A scope that was committed late created the object that an inner one created again`()
    throws
  {
    let codes = try trail {
      $0.insert(Self.tony, at: 1, activity: "inner")
      $0.insert(Self.anthony, at: 2, activity: "outer")
      $0.delete(Self.anthony, at: 2, activity: "outer")
      $0.insert(Self.tony, at: 2, activity: "outer")
    }.codes(isComplete: true)
    #expect(codes == [])
  }

  @Test func `Another device's creation says nothing of one in a scope that was committed late`()
    throws
  {
    let shown = try trail {
      $0.read(Self.tony, at: 1, activity: "inner")
      $0.insert(Self.anthony, at: 2, device: "b")
      $0.change(Self.anthony, to: #"{"name":"Carl"}"#, at: 2, device: "b")
      $0.insert(Self.tony, at: 3, activity: "outer")
    }.codes(isComplete: true)
    #expect(shown == [])
    func codes(isRecordedAgain: Bool) throws -> [String] {
      try trail {
        $0.insert(Self.anthony, at: 1, device: "b")
        $0.read(Self.anthony, at: 2, activity: "inner")
        $0.change(Self.anthony, to: #"{"name":"Antonia"}"#, at: 2, activity: "inner")
        $0.insert(Self.tony, at: 3, activity: "outer")
        if isRecordedAgain {
          $0.change(Self.anthony, to: #"{"name":"Antonia"}"#, at: 3, activity: "outer")
        }
      }.codes(isComplete: true)
    }
    #expect(try codes(isRecordedAgain: true) == [])
    #expect(try codes(isRecordedAgain: false) == ["inserted-twice 4"])
  }

  @Test
  func `A device that showed what its creation alone leaves had created the object already`()
    throws
  {
    func codes(shown: String) throws -> [String] {
      try trail {
        $0.insert(Self.anthony, at: 1, device: "b")
        $0.read(shown, at: 2, activity: "inner")
        $0.read(Self.anthony, at: 3, activity: "inner")
        $0.insert(Self.tony, at: 4, activity: "outer")
      }.codes(isComplete: true)
    }
    #expect(try codes(shown: Self.tony) == [])
    #expect(try codes(shown: Self.anthony) == ["inserted-twice 4"])
  }
}
