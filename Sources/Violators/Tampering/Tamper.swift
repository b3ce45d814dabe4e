import JSON
import Touchstone

/// What several violators do to a trail or to a payload.
enum Tamper {
  /// The trail cut where two neighbours do not belong together.
  static func runs(of trail: [JSON], _ belong: (JSON, JSON) -> Bool) -> [[JSON]] {
    var runs: [[JSON]] = []
    for event in trail {
      if let last = runs.last?.last, belong(last, event) {
        runs[runs.count - 1].append(event)
      } else {
        runs.append([event])
      }
    }
    return runs
  }

  /// An id for an event that was made out of another: the digits of the old one, turned by a text.
  static func newId(like id: JSON?, salt: String) -> JSON {
    let old = id?["$oid"]?.string ?? ""
    let digits = Array("0123456789abcdef")
    var sum = salt.utf8.reduce(7) { ($0 &* 31 &+ Int($1)) & 0xFFFF }
    let turned = old.map { digit -> Character in
      sum = (sum &* 17 &+ 5) & 0xFFFF
      return digits[((digit.hexDigitValue ?? 0) + sum / 16) % 16]
    }
    return ["$oid": .string(String(turned))]
  }

  /// An id for an event that was made out of nothing.
  static func objectId(number: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 24 - digits.count) + digits
  }

  /// The trail with a read event beside each write event for the objects of one of its arrays.
  static func addingReads(
    of list: String,
    to result: CaseResult,
    of program: CaseProgram
  ) -> CaseResult {
    result.flatMapRecorded(program) { event, text in
      guard event["event"] == "write", let classes = (try? JSON(parsing: text))?.object else {
        return [event]
      }
      let reads = classes.compactMap { name, entry -> JSON? in
        guard let objects = entry[list] else { return nil }
        let payload: JSON = ["type": .string(name), "value": objects]
        return event.mapObject {
          $0["_id"] = newId(like: $0["_id"], salt: name)
          $0["event"] = "read"
          $0["data"] = .string(payload.text())
        }
      }
      return reads + [event]
    }
  }

  /// A deletion and an insertion of one key as a modification.
  static func joiningRecreations(_ lists: JSONObject, key: String) -> JSONObject {
    var insertions = lists["insertions"]?.array ?? []
    var deletions = lists["deletions"]?.array ?? []
    var modifications = lists["modifications"]?.array ?? []
    for old in deletions {
      guard let index = insertions.firstIndex(where: { $0[key] == old[key] }) else { continue }
      let new = insertions.remove(at: index)
      deletions.removeAll { $0[key] == old[key] }
      let changed = (new.object ?? [:]).filter { old[$0.key] != $0.value }
      modifications.append([
        "oldValue": old,
        "newValue": .object(JSONObject(uniqueMembers: changed.map { ($0.key, $0.value) })),
      ])
    }
    var joined = JSONObject()
    if !insertions.isEmpty { joined["insertions"] = .array(insertions) }
    if !modifications.isEmpty { joined["modifications"] = .array(modifications) }
    if !deletions.isEmpty { joined["deletions"] = .array(deletions) }
    return joined
  }
}
