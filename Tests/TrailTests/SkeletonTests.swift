import JSON
import Testing

@testable import Trail

struct SkeletonTests {
  @Test func `A sound document has no finding`() throws {
    var check = TrailCheck()
    let line =
      #"{"_id":{"$oid":"62b396f4ebe94d2b871889bb"},"_partition":"events-62b396f4ebe94d2b871889ba","activity":"read object","event":"read","timestamp":{"$date":"2022-06-23T14:54:37.756Z"},"data":"{\"type\":\"Person\",\"value\":[{\"_id\":\"62b396f4ebe94d2b871889b9\"}]}"}"#
    try check.check(.bytes(Array(line.utf8), name: "a"))
    check.finish()
    #expect(check.documents == 1)
    #expect(check.findings.counts.isEmpty)
  }
}
