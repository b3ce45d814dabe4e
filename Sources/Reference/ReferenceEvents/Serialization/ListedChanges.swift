package import ReferenceRealm

/// The objects of a transaction that its event lists, each array sorted by class, then by creation (WRITE).
package struct ListedChanges {
  package var insertions: [ObjectReference]
  package var modifications: [ObjectReference]
  package var deletions: [ObjectReference]

  /// The net changes; an object of which no value came out different is left out where the edition wants that.
  init(_ transaction: WriteTransaction, edition: Edition) {
    insertions = transaction.insertions
    modifications = transaction.modifications
    deletions = transaction.deletions
    if edition.listsUnchangedModifications { return }
    let comparison = Comparison(of: transaction, edition: edition)
    modifications.removeAll { !comparison.isChanged($0) }
  }
}
