import JSON
import Testing

@testable import TrailReading

/// Which devices may have uploaded later than at an instant.
struct LateDevicesTests {
  /// The notes about the instant 100, after files with the times of devices.
  private func notes(_ files: [(time: Int64, device: String)]...) -> [String] {
    var late = LateDevices(at: 100)
    for file in files {
      for (time, device) in file { late.note(time, of: ByteKey(device)) }
      late.endFile()
    }
    return late.notes()
  }

  @Test func `A device whose events stand behind later ones had not uploaded them`() {
    let notes = notes([(10, "A"), (20, "B"), (110, "A"), (30, "B"), (40, "B"), (120, "B")])
    #expect(notes.count == 1)
    #expect(notes.first?.hasPrefix("2 events until 1970-01-01T00:00:00.100Z stand behind") ?? false)
    #expect(
      notes.first?.hasSuffix(
        "1 of 2 partitions had not uploaded them by then, and the server did not have them: B"
      ) ?? false
    )
  }

  @Test func `A file in two parts is noted as in one, wherever it is cut`() {
    let file: [(time: Int64, device: String)] = [
      (10, "A"), (20, "B"), (110, "A"), (30, "B"), (105, "C"), (104, "C"), (103, "A"), (130, "B"),
      (40, "D"),
      (120, "B"),
    ]
    func part(_ events: ArraySlice<(time: Int64, device: String)>) -> LateDevices {
      var late = LateDevices(at: 100)
      for (time, device) in events { late.note(time, of: ByteKey(device)) }
      return late
    }
    for count in 2...file.count {
      var whole = part(file[..<count])
      whole.endFile()
      for cut in 0...count {
        var late = part(file[..<cut])
        late.take(part(file[cut..<count]))
        late.endFile()
        #expect(late.notes() == whole.notes(), "\(count) events, cut at \(cut)")
      }
    }
    // Whole files are taken over as well.
    var first = part(file[...])
    first.endFile()
    var both = first
    both.take(first)
    #expect(both.notes().first?.hasPrefix("4 events") ?? false)
  }

  @Test func `A device without an event after the instant may not have uploaded all`() {
    let notes = notes([(10, "A"), (20, "B"), (110, "A")])
    #expect(
      notes == [
        "1 of 2 partitions have no event after 1970-01-01T00:00:00.100Z: what their devices recorded until then may not have been uploaded: B"
      ]
    )
  }

  @Test func `Every device with a later event has uploaded what was before, if all is in order`() {
    #expect(notes([(10, "A"), (20, "B"), (110, "A"), (120, "B")]) == [])
    #expect(notes([(10, "A")], [(110, "A")]) == [])
    // A file of its own is not a witness for another one.
    #expect(notes([(110, "A")], [(10, "A")]) == [])
  }

  @Test func `The newest document first tells nothing of uploads`() {
    #expect(notes([(120, "B"), (110, "A"), (20, "B"), (10, "A")]) == [])
  }
}
