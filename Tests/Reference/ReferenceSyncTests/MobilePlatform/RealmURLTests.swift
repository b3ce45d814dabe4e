import ReferenceSync
import Testing

/// There is one spelling of a path, and no way around it.
struct RealmURLTests {
  @Test func `~ stands for the user who opens the realm`() throws {
    let url = try RealmURL("realm://server/~/widgets")
    #expect("\(try url.path(for: "ana1"))" == "/ana1/widgets")
    #expect("\(try url.path(for: "ben1"))" == "/ben1/widgets")
    #expect("\(try RealmURL("realms://server/ana1/a/b.c").path(for: "ben1"))" == "/ana1/a/b.c")
  }

  @Test(arguments: [
    "", "realm", "realm:", "realm://", "realm:///a/b", "realm://server", "realm://server/",
    "http://server/~/a", "REALM://server/~/a", "realm:/server/~/a", " realm://server/~/a",
    "realm://server/~", "realm://server/~/", "realm://server//a", "realm://server/~/a/",
    "realm://server/~/../ana1/widgets", "realm://server/~/./a", "realm://server/a/~/b",
    "realm://server/~/%2e%2e/a", "realm://server/~%2Fa/b", "realm://server/~/a%00",
    "realm://server/%7E/a", "realm://server/~/%252e%252e/a", "realm://server/~/a%2",
    "realm://server/~/a%",
    "realm://server/~/a%+1", "realm://server/~/%ff", "realm://server/~/a%5cb", "realm://server/*/a",
    "realm://server/~/a?b", "realm://server/~/a#b", "realm://server/~/a\\b",
    "realm://u:p@server/~/a", "realm://server:80/~/a", "realm://Server/~/a",
    "realm://server/~/a\n", "realm://server/~/a b", "realm://server\u{301}/~/..",
  ])
  func `Everything else is refused`(_ text: String) {
    #expect { try RealmURL(text) } throws: { ($0 as? SyncError)?.code == .invalidRealmURL }
  }

  @Test func `A path that is too long is refused, also when only the identity makes it so`() throws
  {
    let long = String(repeating: "a", count: 60)
    #expect(RealmPath("/ana1/" + long) != nil)
    #expect(RealmPath("/ana1/" + long + long) == nil)
    let url = try RealmURL("realm://server/~/\(long)")
    #expect("\(try url.path(for: "ana1"))".utf8.count == 66)
    #expect(throws: SyncError.self) { try url.path(for: Identity(long)) }
  }

  @Test func `What is percent-encoded is the same path`() throws {
    let url = try RealmURL("realm://server/an%61%31/%77idgets")
    #expect("\(try url.path(for: "ben1"))" == "/ana1/widgets")
  }

  @Test(arguments: [
    ("/a/caf\u{E9}", "/a/cafe\u{301}"), ("/a/b", "/A/b"), ("/a/.b", "/a/\u{FF0E}b"),
  ])
  func `Other bytes are another path`(_ left: String, _ right: String) throws {
    let (a, b) = (try #require(RealmPath(left)), try #require(RealmPath(right)))
    #expect(a != b)
    #expect(Set([a, b]).count == 2)
    #expect(Identity(left) != Identity(right))
  }

  @Test func `Case makes another path`() {
    #expect(RealmPath("/ana1/Widgets") != RealmPath("/ana1/widgets"))
    #expect(RealmPath("/ANA1/widgets")?.owner == "ANA1")
  }

  @Test func `A password in an address is not repeated`() {
    #expect { try RealmURL("realm://u:geheim@server/~/a") } throws: { !"\($0)".contains("geheim") }
    #expect { try RealmURL("realm://server/~/a?token=geheim") } throws: {
      !"\($0)".contains("geheim")
    }
    #expect { try RealmURL("http://server/~/a") } throws: {
      "\($0)" == "The provided URL (http://server/~/a) was not a valid Realm URL."
    }
  }

  @Test func `Secrets show nowhere`() {
    var text = ""
    dump(SyncCredentials.usernamePassword(username: "ana", password: Secret("geheim")), to: &text)
    dump(SyncCredentials.accessToken(Secret("geheim"), identity: "i"), to: &text)
    dump(
      Account(identity: "i", password: Secret("geheim"), tokens: ["p": Secret("geheim")]),
      to: &text
    )
    text += "\(Secret("geheim"))" + String(reflecting: Secret("geheim"))
    #expect(!text.contains("geheim"))
    #expect(Secret("e\u{301}") != Secret("\u{E9}"))
  }
}
