import JSON
import Touchstone

/// What the specification leaves open, in its own words.
///
/// Programs keep clear of it, and answers are not compared there. Each place that does so names its point, and so does not
/// leave out more than the specification says.
enum OpenPoint: String, CaseIterable {
  // Faults
  case oneFault = "A step has at most one fault"

  // What is read and recorded
  case placeOfNaN = "where NaN is, is open"
  case orderOfResult =
    "The order of a result is open where the query is over a set or a dictionary and its sort keys do not decide"
  case equalInSet = "Whether a set of mixed values holds `1` beside `1.0` is open"
  case numberInText =
    "Whether two numbers of a text that are the same but are written differently, such as 1 and 1.0, are another value is open"

  case heldTwice = "Whether an object whose list holds this one twice counts once or twice is open"
  case changedAndFollowed = "it is open which of the two is shown in full"
  case schemaOfDraft =
    "What the schema is in edition 2022, where payloads are binary data (META-23), is open"

  // Commits and their order
  case oneTime = "commits of two devices at one time"
  case clockBehind =
    "which change wins where the clock of a device is behind a commit that the device knows of, while another device changes the same without knowing of either"

  // The event realm
  case formerRuns = "whether it waits for what former runs left is open"
  case copyOnDevice = "whether the device still has what the server has acknowledged of it is open"

  // Flexible sync
  case refusalOrder = "the order in which compensating writes are reported"
  case errorCount = "how many errors a synchronization has beyond one for each transaction"
  case noSubscription = "what an empty subscription set means to a client"
  case replacedSubscription = "where one stands that has replaced another"
  case updatesBetween =
    "by which subscription set a write between two updates that were not synchronized is judged"
  case endOfSession = "whether a lost connection ends a session"
  case oneKey = "what two creations of one key come to, neither of which knows of the other"
  case serverKey = "`serverWrite` with a key that is taken or that no object has"
  case secondDeletion = "whether a second deletion of an object is reported"
  case idleWrite =
    "whether a write of the value that is there, or several that leave it as it was, such as clearing what is empty, count as a change"
  case linkAndDeletion = "a link that is set and whose target is deleted in one transaction"
  case linkToNull =
    "a link that one device sets to null, where it shows null for an object that it lacks, while another one changes the link"
  case linkSetBack = "such a link that a transaction sets and then sets back to null"
  case replacedLink =
    "what stays of a link in a collection that is put over one to an object that another device deletes"
  case listsAtOnce = "lists that two devices change at once"
  case clearedAtOnce =
    "a set or dictionary that one device clears or assigns while another one changes it"
  case hiddenEntry = "where a hidden entry of a list stands after one before it was removed"
  case hiddenEntries =
    "those that are added before the next synchronization to a list that was assigned or cleared, or lost an entry"

  // Merging
  case insideCreation =
    "whether what a transaction does to an object that it has created counts beside what the object holds in the end"
  case emptyMixed =
    "whether an empty list or dictionary that a creation puts into a mixed property is one of the values that MERGE-19 leaves out"
  case nullEntry =
    "whether null that a creation puts into a dictionary is one of the values that MERGE-19 leaves out"
  case replacedMixed =
    "what becomes of a list or dictionary in a mixed property that replaced another one of its device"
  case mixedOfThree =
    "what becomes of a list or dictionary in a mixed property into which three devices put something"
  case embeddedOfThree =
    "what becomes of an embedded object in an object that three devices create"
  case deletedByThree = "what becomes of an object that three devices delete"
  case emptiedEntry =
    "what becomes of an entry that a device sets to null, or whose embedded object it deletes, and then puts again or removes"

  case emptyEntry =
    "what becomes of an entry of embedded objects that holds null, if one device removes it and another one puts an embedded object"

  // Users, realms and sessions of the mobile platform
  case tokenCopies = "what becomes of the copies of a user who logged in with an access token"
  case refusedUpload =
    "what becomes of uploads that the server refuses, and of copies that wait for a reset"
  case lostAccess =
    "what becomes of a reader's write on the reader's device, and of the copy of a user whose access was taken away"
  case otherClasses = "whether a realm that is open can be opened with other classes"
  case partialAddition = "values of properties that only some devices have added"
  case serverLinks = "links in `serverRealms`"
  case unkeyedOrder = "the order of objects without a primary key in `serverObjects`"
  case idleTransaction =
    "whether one that changes nothing in the end counts in `transfer`, in progress, for a client reset and as a write of a reader"
  case managedTransfer = "`transfer` on a management realm"
  case offlineSession = "the state of a session without a connection"
  case closedRealm =
    "whether the session of a realm that was closed is listed, which state it has, and whether it goes on when the realm is opened again"
  case invalidSession =
    "whether `session` finds one, and whether opening the realm once more, while it is open, begins another"
  case newConfiguration = "whether a new configuration has an option already"
  case levelAfterRestart = "whether the log level is as before"
  case toldTwice = "how often a block is told the same numbers"
  case uncalledBlock = "`finished` of a block that was never called"
  case finishedWork = "if nothing is left of the current work"

  // Access
  case writeOnly = "a right to write without one to read"
  case leftRights =
    "whether the access to read and to write that a right to manage gave stays when a change takes that right away and leaves the others null"
  case ownRights = "whether an owner's own rights can be taken away"
  case laterRealms = "`*` as a realm for realms that are made later"
  case unknownIdentity = "changes for an identity that no account has"
  case changesOfAccess = "which of two changes counts if the clock was set back between them"
  case twoErrors =
    "which error is told where access was taken away and a client reset is needed as well"
  case answeredOffer = "A server MAY answer a `PermissionOffer` with a `token`"
}

extension OpenPoint {
  /// What is expected where it leaves the order open.
  func anyOrder(of elements: JSON) -> JSON { [Matcher.unordered.rawValue: elements] }

  /// What is expected where it leaves open which of some values there is.
  func any(of values: [JSON]) -> JSON { [Matcher.anyOf.rawValue: .array(values)] }
}

/// Refuses a step that programs do not have.
func require(_ isPartOfPrograms: Bool) throws(StepFault) { if !isPartOfPrograms { throw .invalid } }

/// Refuses a step after which something would be open.
func avoid(_ point: OpenPoint, if isMet: Bool) throws(StepFault) { if isMet { throw .open(point) } }
