import ReferenceRealm

/// What a transaction did to an object that was there, in terms of what its device showed at that moment.
package struct Edit: Sendable {
  /// A step from an object to what is changed in it.
  package enum Step: Sendable, Hashable {
    /// A property, of the object or of an embedded one.
    case column(Int)
    /// An element of a list.
    case place(Int)
    /// An entry of a dictionary.
    case key(String)
  }

  /// What is done there.
  package enum Action: Sendable {
    /// It is replaced with all that is in it. Where nothing was there before, it is only filled: `isFresh`.
    case assign(Content, isFresh: Bool)
    /// A collection that had elements is cleared, and filled with others.
    case refill(Content)
    /// Elements are inserted into a list.
    case insert([Content], at: Int)
    /// An element is removed from a list.
    case remove(at: Int)
    case add(Content)
    case take(Content)
    case removeEntry(key: String)
  }

  /// Begins with a property of the object.
  package var path: [Step]
  package var action: Action
  /// The objects that the transaction had deleted before, which the server may refuse.
  package var deleted: Set<DocumentID> = []

  /// The property of the object that is changed.
  package var column: Int { if case .column(let column)? = path.first { column } else { -1 } }

  package init(_ path: [Step], _ action: Action) {
    self.path = path
    self.action = action
  }

  /// The same with other contents.
  package func mapContents(_ transform: (Content) -> Content) -> Edit {
    let action: Action =
      switch action {
      case .assign(let content, let isFresh): .assign(transform(content), isFresh: isFresh)
      case .refill(let content): .refill(transform(content))
      case .insert(let contents, let place): .insert(contents.map(transform), at: place)
      case .add(let content): .add(transform(content))
      case .take(let content): .take(transform(content))
      case .remove, .removeEntry: action
      }
    var edit = self
    edit.action = action
    return edit
  }

  /// What it puts into the object.
  var contents: [Content] {
    switch action {
    case .assign(let content, _), .refill(let content), .add(let content), .take(let content):
      [content]
    case .insert(let contents, _): contents
    case .remove, .removeEntry: []
    }
  }
}
