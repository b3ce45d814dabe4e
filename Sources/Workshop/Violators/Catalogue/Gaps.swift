import Formats
import JSON
import Touchstone

extension Catalogue {
  // A recorder that is being written breaks down where a whole kind of object or event is not there yet, and says nothing of
  // the rest of the case. Every case that needs it fails, whatever it is about, and none of them has a finding: by these
  // violators a report knows them. What a single step asks for needs none, since the step itself fails.
  static let gaps: Entries = [
    "insertions-break-down": .unwritable["WRITE-10"](
      "No event with an insertion can be written.",
      "insertions"
    ),
    "modifications-break-down": .unwritable["WRITE-13"](
      "No event with a modification can be written.",
      "modifications"
    ),
    "deletions-break-down": .unwritable["WRITE-18"](
      "No event with a deletion can be written.",
      "deletions"
    ),
    "representations-break-down": .breakdown["REPR-1"]("No class can represent its objects.") {
      $0.configuration["representations"] != nil
    },

    "synchronized-deletions-break-down": .breakdown["FLEX-26"]("No object can be deleted.") {
      $0.isFlexible && $0.asks(\.deletesObjects)
    },
    "synchronized-links-break-down": .breakdown["FLEX-76"]("There are no links.") {
      $0.isFlexible && $0.usesObjects(embedded: false)
    },
    "synchronized-embedded-objects-break-down": .breakdown["FLEX-79"](
      "There are no embedded objects."
    ) { $0.isFlexible && $0.usesObjects(embedded: true) },

    "merged-lists-break-down": .breakdown["MERGE-3"]("There are no lists.") {
      $0.isMobile && $0.uses { $0.shape == .list }
    },
    "merged-sets-break-down": .breakdown["MERGE-8"]("There are no sets.") {
      $0.isMobile && $0.uses { $0.shape == .set }
    },
    "merged-dictionaries-break-down": .breakdown["MERGE-9"]("There are no dictionaries.") {
      $0.isMobile && $0.uses { $0.shape == .dictionary }
    },
    "merged-embedded-objects-break-down": .breakdown["MERGE-12"](
      "There are no embedded objects."
    ) { $0.isMobile && $0.usesObjects(embedded: true) },
  ]
}
