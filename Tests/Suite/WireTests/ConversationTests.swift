import Testing

@testable import TouchstoneProcess

struct ConversationTests {
  private let start = Duration.seconds(100)

  private func receive(
    _ text: String,
    _ conversation: inout Conversation<String>,
    after milliseconds: Int = 0
  ) -> Conversation<String>.Event {
    conversation.receive(Array(text.utf8)[...], at: start + .milliseconds(milliseconds))
  }

  private func initialized(window: Int = 8) -> Conversation<String> {
    var conversation = Conversation<String>(window: window)
    _ = receive(#"{"jsonrpc":"2.0","id":0,"result":{}}"#, &conversation)
    return conversation
  }

  private func send(
    _ job: String,
    _ conversation: inout Conversation<String>,
    after milliseconds: Int = 0
  ) -> String {
    let line = conversation.send(
      job,
      parameters: Array("{}".utf8),
      at: start + .milliseconds(milliseconds)
    )
    return String(decoding: line.dropLast(), as: UTF8.self)
  }

  private func answer(_ id: Int) -> String { #"{"jsonrpc":"2.0","id":\#(id),"result":{}}"# }

  private func isViolation(_ event: Conversation<String>.Event) -> Bool {
    if case .violation = event { true } else { false }
  }

  @Test func `No case is sent before initialize is answered`() {
    #expect(Conversation<String>(window: 8).room == 0)
    #expect(initialized().room == 1)
  }

  @Test func `A request names its case by a number of its own`() {
    var conversation = initialized()
    #expect(
      send("a", &conversation)
        == #"{"jsonrpc":"2.0","id":1,"method":"runCase","params":{}}"#
    )
  }

  @Test func `The window opens with quick answers and closes with slow ones`() {
    var conversation = initialized(window: 4)
    var rooms: [Int] = []
    for (id, time) in [(1, 0), (2, 1), (3, 2), (4, 3), (5, 100), (6, 200)] {
      _ = send("\(id)", &conversation, after: id < 5 ? time : time - 50)
      _ = receive(answer(id), &conversation, after: time)
      rooms.append(conversation.room)
    }
    #expect(rooms == [2, 4, 4, 4, 2, 1])
  }

  @Test func `Answers come in any order, and time counts from when a case is the oldest`() {
    var conversation = initialized()
    _ = send("a", &conversation)
    _ = send("b", &conversation, after: 1)
    _ = send("c", &conversation, after: 2)
    guard
      case .answered("b", _, let early, wasOldest: false) =
        receive(answer(2), &conversation, after: 5)
    else {
      Issue.record("b was answered")
      return
    }
    #expect(early == .milliseconds(4))
    #expect(conversation.oldestSince == start)
    guard case .answered("a", _, _, wasOldest: true) = receive(answer(1), &conversation, after: 7)
    else {
      Issue.record("a was answered")
      return
    }
    #expect(conversation.oldestSince == start + .milliseconds(7))
    guard
      case .answered("c", _, let late, wasOldest: true) =
        receive(answer(3), &conversation, after: 9)
    else {
      Issue.record("c was answered")
      return
    }
    #expect(late == .milliseconds(2))
    #expect(conversation.isIdle)
  }

  @Test func `An answer to what was not asked is a violation, a second one is a repetition`() {
    var conversation = initialized()
    _ = send("a", &conversation)
    _ = receive(answer(1), &conversation)
    guard case .repeated(id: 1) = receive(answer(1), &conversation) else {
      Issue.record("1 was answered twice")
      return
    }
    guard case .repeated(id: 0) = receive(answer(0), &conversation) else {
      Issue.record("0 was answered twice")
      return
    }
    for id in [2, -1] { #expect(isViolation(receive(answer(id), &conversation)), "\(id)") }
    #expect(isViolation(receive(#"{"jsonrpc":"2.0","id":"1","result":{}}"#, &conversation)))
  }

  @Test func `A case that is answered before initialize is a violation`() {
    var conversation = Conversation<String>(window: 8)
    #expect(isViolation(receive(answer(1), &conversation)))
  }

  @Test func `A process that answers with an error gets no more cases`() {
    var conversation = initialized()
    _ = send("a", &conversation)
    _ = receive(
      #"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"no"}}"#,
      &conversation
    )
    #expect(conversation.hasRefused)
    #expect(conversation.room == 0)
  }

  @Test func `Empty lines mean nothing`() {
    var conversation = initialized()
    for line in ["", "\r", "  "] {
      guard case .nothing = receive(line, &conversation) else {
        Issue.record("an empty line means nothing")
        continue
      }
    }
  }

  @Test func `What is quoted is short and safe`() {
    var conversation = initialized()
    let long = "\u{1B}[31m" + String(repeating: "é", count: 1000)
    guard case .violation(let words) = receive(long, &conversation) else {
      Issue.record("it is not a message")
      return
    }
    #expect(words.contains("\\u{1b}[31m"))
    #expect(words.contains("(2005 bytes)"))
    #expect(words.utf8.count < 600)
  }
}
