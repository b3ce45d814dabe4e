import Deflate
import Foundation
import JSON
import TestSupport
import Testing

@testable import Touchstone

/// Edition 2022 stores the payloads of scoped events as DEFLATE data.
struct CompressedPayloadTests {
  private let payload: JSON = ["type": "Person", "value": [["_id": 1]]]

  private func binary(_ bytes: [UInt8]) -> JSON {
    ["$binary": ["base64": .string(Data(bytes).base64EncodedString()), "subType": "00"]]
  }

  /// What is found in a trail of one read event with this data.
  private func findings(_ data: JSON, edition: String = "2022", needs: [String] = []) -> [String] {
    var document = Sample.stored(data: data).object ?? [:]
    document["activity"] = nil
    document[edition == "2022" ? "scope" : "activity"] = "open"
    let testCase = Sample.makeCase(needs: needs, events: [Sample.expected(data: payload)])
    return Sample.judge(
      testCase,
      .completed(steps: [], events: [.object(document)]),
      edition: edition
    ).lines
  }

  private var compressed: [UInt8] { Deflate.compress(Array(payload.text().utf8)) }

  @Test func `A compressed payload is read like its text`() {
    #expect(findings(binary(compressed)) == [])
    #expect(findings(binary(compressed), needs: ["deflate"]) == [])
  }

  @Test func `Who claims to compress has to, who does not need not`() {
    #expect(findings(.string(payload.text())) == [])
    #expect(
      findings(.string(payload.text()), needs: ["deflate"]) == [
        "events[0].data: expected DEFLATE data, found text (META-23)"
      ]
    )
  }

  @Test func `No other edition compresses`() {
    #expect(findings(binary(compressed), edition: "2023") != [])
  }

  @Test func `What does not inflate is a finding that says why`() {
    #expect(findings(binary(Array("plain text".utf8))).first?.contains("not DEFLATE data") == true)
    #expect(
      findings(binary(Array(compressed.dropLast()))).first?.contains("its end is missing") == true
    )
    #expect(findings(binary(compressed + [7])).first?.contains("bytes follow its end") == true)
    #expect(findings(["$binary": ["base64": "no base64"]]).first?.contains("not base64") == true)
    #expect(findings(binary(Deflate.compress([0xFF]))).first?.contains("is not JSON") == true)
  }

  @Test func `What inflates beyond the limit is a finding, and is not held`() {
    let bomb = Deflate.compress([UInt8](repeating: 0x20, count: ActualPayload.inflationLimit + 1))
    #expect(bomb.count < 100_000)
    #expect(findings(binary(bomb)).first?.contains("inflates to more than 64 MiB") == true)
  }
}
