import Formats
import Testing
import TrailReading

@testable import TrailExport

/// Mapping files, and what is said about those that are wrong.
struct ExportMappingTests {
  private func fault(_ text: String) throws -> String? {
    do {
      _ = try ExportMapping(ExportSample.json(text))
      return nil
    } catch let fault as JSONFault {
      return fault.message
    }
  }

  @Test func `What a mapping does not say keeps its default`() throws {
    let mapping = try ExportMapping(ExportSample.json("{}"))
    #expect(mapping.user.id == ["userId", "username", "user"] && !mapping.user.isGiven)
    #expect(mapping.source == "Realm Event Library" && mapping.store == "realm")
    #expect(mapping.classes.isEmpty && mapping.metadata.isEmpty)
    let other = try ExportMapping(ExportSample.json(#"{"user":{"id":["a","b"]}}"#))
    #expect(other.user.id == ["a", "b"] && other.user.name.isEmpty && other.user.role.isEmpty)
  }

  @Test(
    arguments: [
      (#"[]"#, "expected an object, not an array"),
      (
        #"{"users":{}}"#,
        "users: this is unknown; known here: product, source, store, user, metadata, classes"
      ),
      (#"{"user":{"name":"n"}}"#, #"user: a mapping has "id" here"#),
      (#"{"user":{"id":""}}"#, "user.id: this is empty: give a text, or leave it out"),
      (#"{"product":{"name":"Ward app"}}"#, #"product: a mapping has "vendor" here"#),
      (#"{"store":5}"#, "store: expected a string, not an integer"),
      (#"{"metadata":["a",1]}"#, "metadata[1]: expected a string, not an integer"),
      (#"{"classes":[]}"#, "classes: expected an object of classes, not an array"),
      (
        #"{"classes":{"P":{"resourceType":"patient"}}}"#,
        #"classes.P.resourceType: "patient" is not a resource type of FHIR R4; write "Patient""#
      ),
      (
        #"{"classes":{"P":{"resourceType":"Pateint"}}}"#,
        #"classes.P.resourceType: "Pateint" is not a resource type of FHIR R4, such as "Patient" or "Encounter""#
      ),
      (
        #"{"classes":{"P":{"system":"hospital"}}}"#,
        "classes.P.system: the system of identifiers is a URI, such as urn:oid:1.2.3 or https://…"
      ),
      (
        #"{"classes":{"P":{"literal":true}}}"#,
        "classes.P: a literal reference needs the resourceType"
      ),
      (
        #"{"classes":{"V":{"patient":"p"}}}"#,
        #"classes.V.patient: no class of the mapping has the resourceType "Patient": give it to the class that this links to"#
      ),
      (
        #"{"classes":{"P":{"resourceType":"Patient","patient":"p"}}}"#,
        "classes.P.patient: a class of patients does not link to its patient: leave this out"
      ),
      (
        #"{"classes":{"A":{"resourceType":"Patient"},"B":{"resourceType":"Patient"},"V":{"patient":"p"}}}"#,
        #"classes.V.patient: 2 classes of the mapping have the resourceType "Patient": which one this links to is not known"#
      ),
    ]
  )
  func `A mapping that is wrong is refused with the place`(_ text: String, _ message: String) throws
  {
    #expect(try fault(text) == message)
  }

  @Test func `A mapping that a schema contradicts is refused with the place`() throws {
    let schema = try CaseSchema(
      ExportSample.json(
        #"{"Person":{"primaryKey":"_id","properties":{"_id":"string"}},"Visit":{"primaryKey":"_id","properties":{"_id":"int","person":"Person?"}}}"#
      )
    )
    #expect(try ExportSample.mapping().fault(against: schema) == nil)
    let usual = #""Person":{"resourceType":"Patient"}"#
    let unknown = try ExportSample.mapping(#"{"classes":{\#(usual),"visit":{"patient":"person"}}}"#)
    #expect(
      unknown.fault(against: schema)?.message
        == #"classes.visit: the schema does not have this class; it has "Person", "Visit""#
    )
    let misspelt = try ExportSample.mapping(#"{"classes":{\#(usual),"Visit":{"patient":"pers"}}}"#)
    #expect(
      misspelt.fault(against: schema)?.message
        == #"classes.Visit.patient: the class does not have the property "pers" in the schema; it has "_id", "person""#
    )
  }

  @Test func `What a mapping names and the trail does not have is a mistake`() throws {
    func summary(_ mapping: String, _ line: String) throws -> TrailExport.Summary {
      try ExportSample.export([line], to: .ocsf, mapping: ExportSample.mapping(mapping)).summary
    }
    let line = ExportSample.read(#"{"_id":"k1","name":"A"}"#)
    let user = try summary(#"{"user":{"id":"userID"}}"#, line)
    #expect(
      user.mistakes == [
        #"no event has the user: the mapping names "userID", and the metadata has "userId", "username", "role""#
      ]
    )
    #expect(!user.isWhole)
    let field = try summary(#"{"metadata":["Ward"]}"#, line)
    #expect(field.mistakes.count == 1 && field.mistakes[0].contains(#""Ward""#))
    let name = try summary(#"{"classes":{"person":{"resourceType":"Patient"}}}"#, line)
    #expect(
      name.mistakes == [
        #"no event is about the class "person" of the mapping; there is "Person""#
      ]
    )
    let visit = ExportSample.read(#"{"_id":7,"person":"k1"}"#, of: "Visit")
    let patient = #"{"classes":{"Person":{"resourceType":"Patient"},"Visit":{"patient":"pers"}}}"#
    #expect(try summary(patient, visit).mistakes.count == 1)
  }

  @Test func `A class that no event is about is a note, and so is a mapping without patients`()
    throws
  {
    let line = ExportSample.read(#"{"_id":"k1"}"#)
    let other = try ExportSample.export(
      [line],
      to: .fhir,
      mapping: ExportSample.mapping(#"{"classes":{"Patient":{"resourceType":"Patient"}}}"#)
    ).summary
    #expect(other.isWhole)
    #expect(
      other.notes == [#"no event is about "Patient" of the mapping; the classes are "Person""#]
    )
    let none = try ExportSample.export([line], to: .fhir, mapping: ExportMapping()).summary
    #expect(none.isWhole)
    #expect(
      none.notes == ["no class is mapped to Patient, so no line names a patient: see --mapping"]
    )
  }
}
