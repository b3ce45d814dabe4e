import Formats
import JSON
import TouchstoneCommand
import TrailAnswers
import TrailCheck
import TrailReading

extension WayIn {
  private static func command(
    _ name: String,
    _ kind: InputKind,
    _ arguments: @escaping @Sendable (FuzzFolder) -> [String]
  ) -> WayIn {
    WayIn(name, kind) { try TouchstoneCommand.carryOut(arguments($0)) }
  }

  /// What checks a trail or writes it otherwise.
  static let trails: [WayIn] = [
    command("check", .trail) { folder in
      ["check", folder.input, "--jobs", "1", "--memory", "64", "--max-document-bytes", "1000000"]
        + ["json", "sarif", "markdown", "html", "junit"].flatMap {
          ["--report", "\($0)=\(folder.file("report"))"]
        }
    },
    // What a trail says of its classes is what the same trail is checked against.
    WayIn("check-types", .trail) { folder in
      var inference = SchemaInference(edition: .current, primaryKeys: [])
      try inference.read(.file(folder.input))
      try folder.put(inference.json.text(.pretty).utf8, as: "schema.json")
      try TouchstoneCommand.carryOut([
        "check", folder.input, "--jobs", "1", "--complete", "--schema", folder.file("schema.json"),
      ])
    },
    // Parts are printed, so that what they hold is taken from the check behind the command.
    WayIn("check-parts", .trail) { folder in
      let lines = try folder.bytes().split(separator: 0x0A, omittingEmptySubsequences: false)
      for (name, half) in [
        ("a", lines.prefix(lines.count / 2)), ("b", lines[(lines.count / 2)...]),
      ] {
        var options = TrailOptions()
        options.isPartial = true
        options.digestsInputs = true
        var check = TrailCheck(options)
        let bytes = Array(half.joined(separator: [0x0A]))
        try check.check(.bytes(bytes, name: name))
        try folder.put(try check.partial().text().utf8, as: name)
      }
      try TouchstoneCommand.carryOut(["merge", folder.file("a"), folder.file("b")])
    },
    command("check-2022", .trail) { ["check", $0.input, "--jobs", "1", "--edition", "2022"] },
    command("check-core", .trail) { ["check", $0.input, "--jobs", "1", "--edition", "core"] },
    command("check-binary", .binary) { ["check", $0.input, "--jobs", "1"] },
    command("events-binary", .binary) { folder in
      ["trail", "events", folder.input, "--jobs", "1", "--format", "jsonl"]
    },
    command("merge", .partial) { folder in
      ["merge", folder.input]
        + ["json", "sarif", "html"].flatMap { ["--report", "\($0)=\(folder.file("report"))"] }
    },
    command("schema", .trail) { ["schema", $0.input] },
    command("convert-fhir", .trail) { ["convert", $0.input, "--to", "fhir", "--values"] },
    command("convert-bundle", .trail) { folder in
      ["convert", folder.input, "--to", "fhir", "--bundle", "-o", folder.file("bundle")]
    },
    command("convert-ocsf", .trail) { ["convert", $0.input, "--to", "ocsf", "--values"] },
    WayIn("mapping", .mapping) { folder in
      try folder.put(Sound.trail.utf8, as: "trail")
      try TouchstoneCommand.carryOut([
        "convert", folder.file("trail"), "--to", "fhir", "--mapping", folder.input,
      ])
    },
    WayIn("classes", .schema) { folder in
      try folder.put(Sound.trail.utf8, as: "trail")
      try TouchstoneCommand.carryOut([
        "check", folder.file("trail"), "--jobs", "1", "--schema", folder.input,
      ])
    },
    WayIn("state-mapping", .mapping) { folder in
      try folder.put(Sound.trail.utf8, as: "trail")
      try folder.put(Sound.schema.utf8, as: "schema.json")
      try folder.put(Sound.trail.utf8, as: "state")
      try TouchstoneCommand.carryOut([
        "check", folder.file("trail"), "--jobs", "1", "--schema", folder.file("schema.json"),
        "--state", folder.file("state"), "--state-mapping", folder.input,
      ])
    },
    WayIn("state-database", .database) { folder in
      try folder.put(Sound.trail.utf8, as: "trail")
      try folder.put(Sound.schema.utf8, as: "schema.json")
      try TouchstoneCommand.carryOut([
        "check", folder.file("trail"), "--jobs", "1", "--schema", folder.file("schema.json"),
        "--state", folder.input,
      ])
    },
  ]

  /// What is asked of a trail.
  static let answers: [WayIn] =
    [
      question("events-text", ["events"]),
      question("events-csv", ["events", "--format", "csv"]),
      question("events-jsonl", ["events", "--format", "jsonl"]),
      question("users", ["users", "--format", "csv"]),
      question("coverage", ["coverage"]),
      question("activities", ["timeline"]),
      command("timeline-page", .trail) { folder in
        ["trail", "timeline", folder.input, "--jobs", "1", "--html", folder.file("page.html")]
      },
      command("sqlite", .trail) { folder in
        ["trail", "timeline", folder.input, "--jobs", "1", "--sqlite", folder.file("trail.sqlite")]
      },
    ] + [
      questionAboutObjects("access", ["access", "--format", "jsonl"]),
      questionAboutObjects("timeline", ["timeline"]),
      questionAboutObjects("state", ["state", "--at", "2022-06-24"]),
      questionAboutObjects("diff", ["diff", "--from", "2022-06-23", "--to", "2100-01-01"]),
    ]

  private static func question(_ name: String, _ arguments: [String]) -> WayIn {
    command("trail-\(name)", .trail) { folder in
      ["trail", arguments[0], folder.input, "--jobs", "1"] + arguments.dropFirst()
    }
  }

  /// The first objects that a trail names are asked for, and one that it does not have.
  private static func questionAboutObjects(_ name: String, _ arguments: [String]) -> WayIn {
    WayIn("trail-\(name)", .trail) { folder in
      for object in try objects(of: .file(folder.input)) {
        let command =
          ["trail", arguments[0], folder.input, "--jobs", "1"] + arguments.dropFirst()
          + ["--object=\(object)"]
        do { try TouchstoneCommand.carryOut(command) } catch { _ = "\(error)" }
      }
    }
  }

  private static func objects(of input: TrailInput) throws -> Set<String> {
    var names: Set<String> = ["Person/1"]
    _ = try EventStream(TrailQuestion()).read([input]) { _, acts in
      guard names.count < 4 else { return }
      acts.forEach { act in
        guard names.count < 4, let className = act.className, let key = act.key else { return }
        names.insert("\(className)/\(key.text())")
      }
    }
    return names
  }
}
