import JSON
import TestSupport
import Testing

@testable import Touchstone

/// What goes wrong at a step is about what the step asks, where that is one thing.
struct StepSubjectTests {
  private func subject(
    in conformanceClass: ConformanceClass = .recording,
    configuration: JSON = [:],
    given steps: [Step] = []
  ) -> StepSubject {
    var testCase = Sample.makeCase(steps: steps.map(\.json))
    testCase.conformanceClass = conformanceClass.rawValue
    testCase.configuration = configuration
    return StepSubject(testCase)
  }

  @Test(
    arguments: [
      (["age": ["$lt": 5]], "READ-36"), (["age": ["$gte": 5, "$lt": 9]], "READ-36"),
      (["age": 5], "READ-34"), (["age": nil, "name": ["$eq": "a"]], "READ-34"),
      (["age": ["$ne": 5]], "READ-35"), (["age": ["$in": [5]]], "READ-38"),
      (["age": ["$not": ["$lt": 5]]], nil), (["$or": [["age": 5]]], nil),
      (["age": ["$lt": 5], "name": "a"], nil), ([:], nil),
    ] as [(JSON, String?)]
  )
  func `A query is about its only operator`(_ condition: JSON, _ requirement: String?) {
    let step: Step = ["do": "query", "type": "Person", "where": condition, "returns": 1]
    #expect(subject().ofValue(step) == requirement)
    #expect(subject(in: .flexibleSync).ofValue(step) == nil)
  }

  @Test func `The status of a permission change is about its being processed`() {
    let change: Step = ["do": "create", "type": "PermissionChange", "value": [:], "as": "change"]
    let offer: Step = ["do": "create", "type": "PermissionOffer", "value": [:], "as": "offer"]
    let subject = subject(
      in: .mobilePlatform,
      given: [["do": "write", "steps": [change.json]], offer]
    )
    func value(_ property: String, of object: String, _ returns: JSON) -> Step {
      [
        "do": "value", "object": .string(object), "property": .string(property), "returns": returns,
      ]
    }
    #expect(subject.ofValue(value("statusCode", of: "change", 0)) == "ACCESS-11")
    #expect(subject.ofValue(value("statusMessage", of: "change", "ok")) == "ACCESS-12")
    // What makes it an error is said by the case.
    #expect(subject.ofValue(value("statusCode", of: "change", ["$$between": [1, 9]])) == nil)
    #expect(subject.ofValue(value("mayRead", of: "change", true)) == nil)
    #expect(subject.ofValue(value("statusCode", of: "offer", 0)) == nil)
  }

  @Test func `What a step is about may depend on what was found`() {
    let change: Step = ["do": "create", "type": "PermissionChange", "value": [:], "as": "change"]
    let subject = subject(in: .mobilePlatform, given: [change])
    let status: Step = [
      "do": "value", "object": "change", "property": "statusCode", "returns": 0,
    ]
    #expect(subject.ofValue(status, found: 403) == "ACCESS-8")
    #expect(subject.ofValue(status, found: nil) == nil)
    let summary: Step = [
      "do": "progressSummary", "block": "b", "returns": ["finished": false],
    ]
    #expect(subject.ofValue(summary, found: ["finished": true]) == "PROGRESS-14")
    #expect(subject.ofValue(summary, found: ["finished": false, "neverFalls": false]) == nil)
  }

  @Test func `Logging in is about where the account comes from`() {
    let subject = subject(
      in: .mobilePlatform,
      configuration: ["mobilePlatform": ["accounts": ["ana": ["password": "p"]]]]
    )
    func logIn(_ members: JSON) -> String? {
      var members = members.object ?? [:]
      members["do"] = "authenticate"
      return subject.ofSuccess(Step(.object(members)))
    }
    #expect(logIn(["username": "ana"]) == "USER-2")
    #expect(logIn(["username": "ben"]) == "USER-4")
    #expect(logIn(["username": "ben", "register": true]) == "USER-5")
    #expect(logIn(["token": "t"]) == "USER-12")
    #expect(subject.ofSuccess(["do": "users"]) == nil)
  }

  @Test func `A code says something where cases are about it, and elsewhere it is a consequence`() {
    #expect(ErrorCode.typeMismatch.isOwn(to: "recording"))
    #expect(ErrorCode.typeMismatch.isOwn(to: "event-realm"))
    #expect(!ErrorCode.typeMismatch.isOwn(to: "mobile-platform"))
    #expect(ErrorCode.noSubscriptionForWrite.isOwn(to: "flexible-sync"))
    #expect(!ErrorCode.noSubscriptionForWrite.isOwn(to: "mobile-platform"))
    #expect(ErrorCode.userExists.isOwn(to: "mobile-platform"))
  }
}
