import Foundation
import Testing

@testable import ReferenceEvents

/// Which process holds a partition.
struct PartitionLockTests {
  private let store = EventStore()

  private func path() throws -> String {
    try FileManager.default.createDirectory(at: store.folder, withIntermediateDirectories: true)
    return store.url("a.lock").path(percentEncoded: false)
  }

  @Test func `A lock is had once, and again when it was let go`() throws {
    let path = try path()
    var lock = try PartitionLock.acquire(path)
    #expect(lock != nil)
    #expect(try PartitionLock.acquire(path) == nil)
    lock = nil
    #expect(try PartitionLock.acquire(path) != nil)
  }

  @Test func `A lock that is let go is free although a copy of its descriptor is open`() throws {
    let path = try path()
    var lock = try PartitionLock.acquire(path)
    // As a process has one that is being started meanwhile.
    let copy = dup(try #require(lock?.descriptor))
    defer { close(copy) }
    #expect(try PartitionLock.acquire(path) == nil)
    lock = nil
    #expect(try PartitionLock.acquire(path) != nil)
  }

  @Test func `A lock whose file was deleted keeps no process from the next one`() throws {
    let path = try path()
    let lock = try PartitionLock.acquire(path)
    unlink(path)
    #expect(try PartitionLock.acquire(path) != nil)
    withExtendedLifetime(lock) {}
  }

  @Test func `A lock that can't be made is an error with its path`() throws {
    let path = try path() + "/nowhere"
    let error = #expect(throws: EventError.self) { try PartitionLock.acquire(path) }
    #expect(error?.description.contains(path) == true)
  }
}
