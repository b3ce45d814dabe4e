import Formats
import JSON
import TrailAnswers
import TrailReading

/// Writes one event after the other in a format, and knows what of the mapping was of use and what had to be left out.
///
/// A class, because it is told of events while the reader of them is at work.
final class EventWriter {
  /// How many lines were written.
  private(set) var lines = 0
  /// How many events could be read and not written.
  private(set) var unwritten = 0
  /// The first of their places, with the reasons.
  private(set) var unwrittenExamples: [String] = []
  /// What of the mapping was of use.
  private(set) var usage: MappingUsage

  private let settings: ExportSettings
  private let format: any ExportFormat

  /// The years 1 to 9999: what FHIR's instants and OCSF's dates can hold.
  private static let writableTimes: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999
  private static let exampleLimit = 20

  init(_ target: TrailExport.Target, _ settings: ExportSettings) {
    self.settings = settings
    usage = MappingUsage(settings.mapping)
    format =
      switch target {
      case .fhir: AuditEventFormat(settings)
      case .ocsf: APIActivityFormat(settings)
      }
  }

  func write(_ event: TrailEvent, _ line: (JSON) -> Void) {
    let document = event.document
    guard let id = document.id, let milliseconds = document.timestamp else {
      // What could not be read was said already.
      guard event.isWhole else { return }
      let missing = document.id == nil ? "_id" : "timestamp"
      return refuse(document, "the event has no \(missing), which the format needs; not written")
    }
    guard Self.writableTimes.contains(milliseconds) else {
      return refuse(document, "the timestamp is outside of the years 1 to 9999; not written")
    }
    let exported = ExportedEvent(
      event: event,
      id: id,
      milliseconds: milliseconds,
      time: Timestamp(milliseconds: milliseconds).description,
      user: user(of: document),
      metadata: settings.mapping.metadata.compactMap { name in
        document.metadata.first { $0.key.hasBytes(of: name) }
      }
    )
    if event.kind != .custom, event.isEmpty {
      // What could not be read was said already.
      guard event.isWhole else { return }
      return refuse(document, "the \(event.kind) names no object; not written")
    }
    usage.note(exported)
    format.write(exported) {
      lines += 1
      line($0)
    }
  }

  private func refuse(_ document: AuditDocument, _ sentence: String) {
    unwritten += 1
    guard unwrittenExamples.count < Self.exampleLimit else { return }
    unwrittenExamples.append("\(document.position): \(sentence)")
  }

  private func user(of document: AuditDocument) -> ExportedEvent.User? {
    func value(_ names: [String]) -> String? {
      for name in names {
        let field = document.metadata.first { $0.key.hasBytes(of: name) && !$0.value.isEmpty }
        if let field { return field.value }
      }
      return nil
    }
    let fields = settings.mapping.user
    guard let id = value(fields.id) else { return nil }
    return ExportedEvent.User(id: id, name: value(fields.name), role: value(fields.role))
  }
}
