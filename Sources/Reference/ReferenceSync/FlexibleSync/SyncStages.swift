/// The stages of a synchronization, each replaceable alone: uploads are merged, judged and settled, what a client is to
/// have is looked up, and what differs is delivered.
package struct SyncStages: Sendable {
  /// What surrounds the deliveries to one client.
  package struct Exchange {
    /// The number of the client.
    package var client: Int
    /// The objects of which a write was refused.
    package var refused: Set<DocumentID>
    package var store: DocumentStore
  }

  /// What a change would make of its object.
  package var merge:
    @Sendable (Changeset.Change, Changeset, DocumentStore, View) -> DocumentStore.Outcome = {
      change,
      changeset,
      store,
      _ in
      store.merging(change, of: changeset)
    }
  /// The verdict on a change.
  package var judge: @Sendable (Attempt, View) -> Refusal? = { attempt, view in
    view.refusal(of: attempt)
  }
  /// What is done at the server after the verdict.
  package var settle: @Sendable (DocumentStore.Outcome, Refusal?) -> DocumentStore.Outcome = {
    outcome,
    refusal in
    refusal == nil ? outcome : .discarded
  }
  /// What is done at the server with links of objects that a transaction wrote to.
  package var settleLinks: @Sendable (inout DocumentStore, Changeset) -> Void = {
    store,
    changeset in
    store.settleLinks(of: changeset)
  }
  /// Whether a write to an object is lost, where writes of some objects were refused before.
  package var isLost: @Sendable (DocumentID, _ refused: Set<DocumentID>) -> Bool = { id, refused in
    refused.contains(id)
  }
  /// Whether a client is to have an object.
  package var isInView: @Sendable ([Content], Int, View) -> Bool = { contents, table, view in
    view.contains(contents, of: table)
  }
  /// What a client is told.
  package var deliver: @Sendable ([Delivery], Exchange) -> [Delivery] = { deliveries, _ in
    deliveries
  }

  /// The right ones.
  package init() {}
}
