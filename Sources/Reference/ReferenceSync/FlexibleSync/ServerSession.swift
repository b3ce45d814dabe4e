/// What a server knows of one client: who its user is, what it is to have, and what it has got.
final class ServerSession {
  /// The number of the client.
  let origin: Int
  let user: String
  var view = View()
  /// The objects that the client has.
  var delivered: Set<DocumentID> = []
  /// The objects that the client shows when it makes a change: those that it has, and those that it has created.
  var shown: Set<DocumentID> = []
  /// The objects that it has deleted since it got them, with the place of the deletion in the changes of the server.
  var deleted: [DocumentID: Int] = [:]
  /// How many changes of the server the client has seen.
  var position = 0
  /// The objects that the client wrote to since then, whatever came of it.
  var touched: Set<DocumentID> = []
  /// Whether the view is another one than at that time.
  var viewHasChanged = false

  init(origin: Int, user: String) {
    self.origin = origin
    self.user = user
  }
}
