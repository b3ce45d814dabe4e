import ReferenceSync
import Testing

/// What blocks are told, by numbers that are injected.
struct SyncProgressTests {
  private let sample: PlatformSample
  private let device: SampleDevice
  private let session: SyncSession

  init() throws {
    sample = try PlatformSample()
    device = sample.device()
    session = try device.session(try device.open(try device.logIn("ana")))
  }

  private final class Calls {
    var pairs: [[Int]] = []
    var token: ProgressNotificationToken?
  }

  private func watch(
    _ mode: SyncProgressMode,
    _ direction: SyncProgressDirection = .upload
  ) -> Calls {
    let calls = Calls()
    calls.token = session.addProgressNotification(for: direction, mode: mode) {
      calls.pairs.append([$0.transferredBytes, $0.transferrableBytes])
    }
    return calls
  }

  private func report(_ uploaded: Int, _ uploadable: Int, down: Int = 0) {
    session.reportProgress(
      .init(downloaded: down, downloadable: down, uploaded: uploaded, uploadable: uploadable)
    )
  }

  @Test func `Indefinitely the latest numbers are told, until the block is stopped`() {
    let calls = watch(.reportIndefinitely)
    #expect(calls.pairs.isEmpty)
    report(0, 10)
    report(10, 10)
    report(10, 30)
    calls.token?.stop()
    calls.token?.stop()
    report(30, 30)
    #expect(calls.pairs == [[0, 10], [10, 10], [10, 30]])
  }

  @Test func `Current work is told relative to what there was, and ends when that is reached`() {
    report(60, 501)
    let calls = watch(.forCurrentlyOutstandingWork)
    #expect(calls.pairs == [[60, 501]])
    report(66, 582)
    let second = watch(.forCurrentlyOutstandingWork)
    report(601, 1021)
    report(751, 1228)
    #expect(calls.pairs == [[60, 501], [66, 501], [601, 501]])
    #expect(second.pairs == [[66, 582], [601, 582]])
  }

  @Test func `With nothing left to report there is one call and no token`() {
    report(10, 10)
    let calls = watch(.forCurrentlyOutstandingWork)
    #expect(calls.token == nil)
    #expect(calls.pairs == [[10, 10]])
    let other = watch(.forCurrentlyOutstandingWork, .download)
    #expect(other.token == nil)
  }

  @Test func `Stopping a block stops no other`() {
    let (first, second) = (watch(.reportIndefinitely), watch(.reportIndefinitely))
    first.token?.stop()
    report(1, 2)
    #expect(first.pairs.isEmpty)
    #expect(second.pairs == [[1, 2]])
  }

  @Test func `A failed session gives no token and calls no block`() {
    report(1, 2)
    device.device.restart()
    let calls = watch(.reportIndefinitely)
    #expect(calls.token == nil)
    #expect(calls.pairs.isEmpty)
  }

  @Test func `The fraction is at most 1, and 1 where there is nothing to do`() {
    var fractions: [Double] = []
    _ = session.addProgressNotification(for: .upload, mode: .reportIndefinitely) {
      fractions.append($0.fractionTransferred)
    }
    for (uploaded, uploadable) in [(0, 0), (1, 2), (3, 2)] { report(uploaded, uploadable) }
    #expect(fractions == [1, 0.5, 1])
  }

  @Test func `Real transfers never fall and end at the total`() throws {
    let ana = try #require(device.manager.allUsers.first)
    let realm = try device.open(ana)
    let calls = watch(.reportIndefinitely)
    for key in 1...5 { try realm.add(Int64(key)) }
    try session.synchronize()
    #expect(calls.pairs.last.map { $0[0] == $0[1] && $0[0] > 0 } == true)
    for (old, new) in zip(calls.pairs, calls.pairs.dropFirst()) {
      #expect(old[0] <= new[0] && old[1] <= new[1])
    }

  }
}
