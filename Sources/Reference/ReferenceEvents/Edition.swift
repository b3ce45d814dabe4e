/// The rules in which editions of the Event Library differ, each spelled out (Spec, "Editions").
public struct Edition: Sendable, Hashable {
  /// The year, or `core`.
  public var name: String
  /// The field of the stored document that holds the activity.
  public var activityField = "activity"
  /// Keys that metadata can't use, because the stored document has fields of these names.
  public var reservedMetadataKeys: Set<String> = [
    "_id", "_partition", "timestamp", "activity", "event", "data",
  ]
  /// Whether several scopes may be active at once.
  public var allowsOverlappingScopes = true
  /// Whether the payloads of read and write events are compressed with DEFLATE.
  public var compressesPayloads = false
  /// Whether an object that was assigned to without any value coming out different is listed as modified,
  /// with an empty `newValue`.
  ///
  /// The documents break off in that sentence.
  public var listsUnchangedModifications = false
  /// Whether that holds for an object whose set is given what it has, or whose empty collection is emptied, as well (WRITE-43).
  package var listsEmptyChanges = false
  /// Whether `newValue` has what is written differently, instead of what differs: numbers count by value, a NaN is
  /// unequal to itself.
  public var comparesAsWritten = false
  /// Whether decimals are left out of payloads; one that is null stays null.
  public var omitsDecimals = false
  /// Whether only what data holds is left out: null data is null, and in a collection each data is.
  public var writesNullForData = false
  /// Whether a mixed property that holds a list or a dictionary is left out, and an element that is one is null.
  public var omitsCollectionsInMixed = false
  /// Whether an embedded object of a class without properties is null.
  public var writesNullForEmptyClasses = false
  /// Whether years outside 0000–9999 are written without a plus sign and without padding.
  public var writesPlainYears = false
  /// Whether a query of a dictionary that has only null is noted: it leaves no event, but stands between those around it.
  public var notesQueriesOfNulls = false
  /// Whether dictionaries have their keys sorted as objects do, and custom representations are written anew, compact and
  /// with sorted keys (SERIAL-30).
  public var sortsEveryKey = false
  /// Whether the last value counts of a key that an object of a custom representation has several times; otherwise such
  /// a text is not JSON.
  public var keepsLastOfRepeatedKeys = false
  /// Whether the beginning of a scope waits until the event realm is open, and fails if it can't be opened.
  public var opensAtBeginning = false
  /// Whether the error handler of the recorded realm stands in for one that the event configuration lacks.
  public var tellsHandlerOfRealm = false

  /// The current documents.
  public static let edition2023 = Edition(name: "2023")

  /// The draft of May 2022, when the library was called "Audit".
  public static let edition2022: Edition = {
    var edition = Edition(name: "2022")
    edition.activityField = "scope"
    edition.reservedMetadataKeys = ["_id", "_partition", "timestamp", "scope", "event", "data"]
    edition.allowsOverlappingScopes = false
    edition.compressesPayloads = true
    edition.opensAtBeginning = true
    edition.tellsHandlerOfRealm = true
    return edition
  }()

  /// What the discontinued open-source implementation was seen to do, without its defects.
  public static let core: Edition = {
    var edition = Edition(name: "core")
    edition.reservedMetadataKeys = ["_id", "timestamp", "activity", "event", "data"]
    edition.listsUnchangedModifications = true
    edition.comparesAsWritten = true
    edition.omitsDecimals = true
    edition.writesNullForData = true
    edition.omitsCollectionsInMixed = true
    edition.writesNullForEmptyClasses = true
    edition.writesPlainYears = true
    edition.notesQueriesOfNulls = true
    edition.sortsEveryKey = true
    edition.keepsLastOfRepeatedKeys = true
    return edition
  }()

  /// Every edition.
  public static let all = [edition2022, edition2023, core]
}
