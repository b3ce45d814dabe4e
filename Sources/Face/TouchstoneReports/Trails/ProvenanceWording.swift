import Formats
import TrailCheck
import TrailReading

/// What every form of a report says in the same words about what was read, and with what.
struct ProvenanceWording {
  let report: TrailReport

  private var provenance: TrailProvenance { report.provenance }

  /// A line about the whole, with what it is about.
  struct Row {
    let title: String
    let text: String
  }

  /// All but the files.
  var rows: [Row] {
    var rows: [Row] = []
    func add(_ title: String, _ text: String?) {
      if let text, !text.isEmpty { rows.append(Row(title: title, text: text)) }
    }
    let origin = provenance.origin
    if !origin.program.isEmpty {
      let build =
        (origin.commit.map { ", commit \($0)" } ?? "")
        + (origin.sha256.map { ", SHA-256 \($0)" } ?? "")
      add("Program", "\(origin.program)\(build), specification SHA-256 \(origin.specification)")
      add("Command", origin.commandLine)
    }
    for part in provenance.parts where !part.origin.command.isEmpty {
      add("Part", "\(part.origin.commandLine) (\(part.origin.program))")
    }
    add("Checked against", report.scopeSentence)
    add("Schema", provenance.schema.map { "\($0.name), SHA-256 \($0.sha256)" })
    add("Taken as primary keys", provenance.primaryKeys.joined(separator: ", "))
    add("Required fields", provenance.required.joined(separator: ", "))
    add("Documents", documents)
    add("Earliest event", provenance.first.map(Self.text))
    add("Latest event", provenance.last.map(Self.text))
    add("Devices", Self.text(provenance.devices, "partition"))
    add("Users", users)
    for text in notLookedAt { add("Not looked at", text) }
    add("Compared with the manifest", comparison)
    return rows
  }

  /// What was read, with its digest.
  var files: [(name: String, size: String, digest: String)] {
    provenance.inputs.map { input in
      (
        input.name,
        Plural.of(input.bytes, "byte")
          + (isOfDatabase(input) ? "" : ", \(Plural.of(input.documents, "document"))"),
        input.sha256.map { "SHA-256 \($0)" }
          ?? "SHA-256 not computed (it is with --report or --manifest)"
      )
    }
  }

  /// Whether it is the database, or a file of it, which has no documents of the trail.
  private func isOfDatabase(_ input: TrailProvenance.Input) -> Bool {
    guard let balance = report.balance, input.documents == 0 else { return false }
    return input.name == balance.name || input.name.hasPrefix(balance.name + "/")
  }

  private var documents: String {
    let kinds = [
      (provenance.reads, "read"), (provenance.writes, "write"),
      (provenance.customs, "custom event"),
    ]
    return "\(report.documents) (\(kinds.map(Plural.of).joined(separator: ", ")))"
  }

  private static func text(_ event: TrailProvenance.Event) -> String {
    let id = event.id.map { ", _id \($0)" } ?? ""
    return "\(Timestamp(milliseconds: event.timestamp))\(id), \(event.position)"
  }

  private static func text(_ count: DistinctCount, _ word: String) -> String {
    (count.isLimited ? "more than " : "") + Plural.of(count.count, word)
  }

  private var users: String {
    if provenance.users.isEmpty {
      return "no field that names them (--user-field tells which does)"
    }
    return provenance.users.map { user in
      "\(Self.text(user.count, "value")) of \(user.field.quoted)"
    }.joined(separator: ", ")
  }

  /// What this check cannot have seen.
  var notLookedAt: [String] {
    var texts: [String] = []
    let stages = FindingCode.Stage.levels.filter { $0 > report.stage }.map(\.rawValue)
    if !stages.isEmpty {
      texts.append("the level\(stages.count > 1 ? "s" : "") \(stages.joined(separator: ", "))")
    }
    if !provenance.comparesIds { texts.append("whether two documents have one _id (--no-ids)") }
    if report.stage >= .types, provenance.schema == nil {
      texts.append("whether values have the types of a schema (--schema); they were compared")
      texts[texts.count - 1] += " with each other"
    }
    if report.stage >= .history, provenance.schema == nil {
      texts.append(
        "the histories of objects whose primary key is not _id"
          + (provenance.primaryKeys.isEmpty ? "" : " or named")
          + " (--primary-key or --schema names it)"
          + (report.unfollowed > 0 ? ": class-unfollowed (\(report.unfollowed))" : "")
      )
    }
    if report.stage >= .payload, provenance.customs > 0 {
      texts.append("the data of \(Plural.of(provenance.customs, "custom event"))")
    }
    let unread = report.findings.kinds.filter {
      $0.code.hides.isUnread || $0.code == .historyUnfollowed
    }.map { kind in
      "\(kind.code.rawValue) (\(report.findings.counts[kind] ?? 0))"
    }
    if !unread.isEmpty {
      texts.append("what is damaged or beyond a limit: \(unread.joined(separator: ", "))")
    }
    return texts + ["whether events are missing, which a trail cannot show"]
  }

  private var comparison: String? {
    provenance.differences.map { differences in
      (differences.isEmpty ? "unchanged" : "changed: " + differences.joined(separator: "; "))
        + (provenance.isOfAnotherProgram ? "; another program made the manifest" : "")
    }
  }
}
