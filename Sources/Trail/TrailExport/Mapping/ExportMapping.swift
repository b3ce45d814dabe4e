package import TrailReading

/// What a trail cannot say of itself: which of its fields is the user, which classes are patients, and what the
/// application is called.
package struct ExportMapping: Sendable {
  /// The application that was recorded.
  package var product = Product()
  /// What recorded the events, if it is not called like the application.
  package var sourceName: String?
  /// Where it is.
  package var site: String?
  /// What the recorded database is called.
  package var store = "realm"
  /// The fields of metadata that tell who acted.
  package var user = User()
  /// The fields of metadata that are written besides.
  package var metadata: [String] = []
  /// What is known of classes.
  package var classes: [Class] = []

  /// The application that was recorded.
  package struct Product: Sendable {
    package var name = "Realm Event Library"
    package var vendor = "MongoDB"
    package var version: String?
  }

  /// The fields of metadata that tell who acted: of each list the first one that an event has.
  package struct User: Sendable {
    package var id = ["userId", "username", "user"]
    package var name = ["username"]
    package var role = ["role"]
    /// Whether the mapping names them: then a trail without any of them is a mistake.
    package var isGiven = false
  }

  /// What is known of a class.
  package struct Class: Sendable {
    /// The class in the recorded realm.
    package var name: String
    /// The FHIR resource that its objects are.
    package var resourceType: String?
    /// The system of its primary keys as identifiers.
    package var system: String?
    /// Whether its primary keys are the ids of the resources on a FHIR server.
    package var isLiteral = false
    /// The property that links to the patient whom an object is about.
    package var patient: String?
    /// The same for looking it up.
    package var patientMember: Name?

    /// A class of which nothing is known.
    package init(name: String) { self.name = name }

    /// Whether its objects are patients.
    package var isPatient: Bool { resourceType == "Patient" }
  }

  /// The defaults.
  package init() {}

  /// What the events were recorded by.
  package var source: String { sourceName ?? product.name }

  /// The class of patients that links lead to; nil if there is none, or more than one.
  package var patientClass: Class? {
    let patients = classes.filter(\.isPatient)
    return patients.count == 1 ? patients.first : nil
  }

  /// What is known of a class; names are the same if their bytes are.
  package func known(_ name: String) -> Class? { classes.first { $0.name.hasBytes(of: name) } }
}

extension String {
  /// Whether both have the same bytes, as names of JSON do; `==` would take more for the same.
  func hasBytes(of other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
