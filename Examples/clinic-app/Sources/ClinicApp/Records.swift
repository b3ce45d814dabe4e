public import Foundation
public import GRDB

/// A doctor, by a number that the clinic gives.
public struct Doctor: Codable, Sendable, FetchableRecord, PersistableRecord {
  public var id: Int64
  public var name: String

  public init(id: Int64, name: String) { (self.id, self.name) = (id, name) }
}

/// A patient, with the doctor who is responsible.
public struct Patient: Codable, Sendable, FetchableRecord, PersistableRecord {
  public var id: UUID
  public var name: String
  public var born: Date?
  public var doctorId: Int64?
  public var photo: Data?

  public init(id: UUID = UUID(), name: String, born: Date?, doctorId: Int64?, photo: Data? = nil) {
    (self.id, self.name, self.born, self.doctorId, self.photo) = (id, name, born, doctorId, photo)
  }
}

/// A visit of a patient.
public struct Visit: Codable, Sendable, FetchableRecord, PersistableRecord {
  public var id: UUID
  public var patientId: UUID
  public var at: Date
  public var weight: Double
  public var note: String?

  public init(id: UUID = UUID(), patientId: UUID, at: Date, weight: Double, note: String?) {
    (self.id, self.patientId, self.at, self.weight, self.note) = (id, patientId, at, weight, note)
  }
}
