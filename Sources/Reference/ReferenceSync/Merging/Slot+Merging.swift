import OrderedCollections
import ReferenceRealm

/// The rules of merging, as the table in Spec/merging.md has them.
extension Slot {
  /// Does what a device did to what is here, or to something in it.
  mutating func apply(_ action: Edit.Action, at path: ArraySlice<Edit.Step>, by writer: Writer) {
    guard let step = path.first else { return perform(action, by: writer) }
    // What a change was made in has been replaced, cleared or deleted: that wins.
    guard writer.knows(cleared) else { return }
    guard writer.knows(outdone) else { return }
    let rest = path.dropFirst()
    switch (node, step) {
    case (.embedded(let table, var slots), .column(let column)) where slots.indices ~= column:
      node = .single(.null)
      slots[column].apply(action, at: rest, by: writer)
      node = .embedded(table: table, slots)
    case (.list(var list, let ofValues), .place(let place)):
      node = .single(.null)
      list.change(at: place, by: writer) { item in
        guard item.removed.isEmpty else { return }
        item.slot.apply(action, at: rest, by: writer)
        item.mend(by: writer.stamp)
      }
      node = .list(list, ofValues: ofValues)
    case (.dictionary(var entries, let ofValues), .key(let key)):
      node = .single(.null)
      if case .assign(let content, let isFresh) = action, rest.isEmpty {
        entries.put(content, at: key, isFresh: isFresh, by: writer)
      } else {
        entries.entries[key]?.slot?.apply(action, at: rest, by: writer)
      }
      node = .dictionary(entries, ofValues: ofValues)
    default: break
    }
  }

  /// Does what a device did to what is here.
  mutating func perform(_ action: Edit.Action, by writer: Writer) {
    if case .assign(let content, let isFresh) = action {
      return isFresh ? fill(with: content, by: writer) : replace(with: content, by: writer)
    }
    if case .refill(let content) = action {
      // To clear a collection wins over what others put there, but for a later clearing.
      if writer.wins(over: cleared) { put(content, refills: true, by: writer) }
      return
    }
    guard writer.knows(cleared) else { return }
    switch node {
    case .list(var list, let ofValues):
      node = .single(.null)
      list.perform(action, by: writer)
      node = .list(list, ofValues: ofValues)
    case .set(var entries, let ofValues):
      node = .single(.null)
      switch action {
      case .add(let content): entries.put(content, at: content, isFresh: false, by: writer)
      case .take(let content): entries.remove(content, by: writer)
      default: break
      }
      node = .set(entries, ofValues: ofValues)
    case .dictionary(var entries, let ofValues):
      node = .single(.null)
      if case .removeEntry(let key) = action { entries.remove(key, by: writer) }
      node = .dictionary(entries, ofValues: ofValues)
    case .single, .embedded: break
    }
  }

  /// Of two assignments the later one wins, with all that is in it.
  private mutating func replace(with content: Content, by writer: Writer) {
    guard writer.wins(over: assigned) else {
      giveWay(with: content, by: writer)
      return endEarlier(than: content, by: writer)
    }
    // A device that shows null for a link cannot have meant to take the link away.
    if content == .null, writer.isBlind(to: self) { return }
    put(content, refills: false, by: writer)
  }

  private mutating func put(_ content: Content, refills: Bool, by writer: Writer) {
    remember(for: writer)
    node = Node(content, by: writer.stamp).keeping(node, hiddenFrom: writer)
    (assigned, cleared, outdone) = (writer.stamp, writer.stamp, nil)
    clearing =
      if refills || content.isEmbedded { .emptying } else if case .single = node { .value } else {
        .collection
      }
  }

  /// What both sides put where nothing was is united; otherwise the later one wins.
  private mutating func fill(with content: Content, by writer: Writer) {
    // A value that it has replaced makes way for a later list or dictionary, whatever has come in its place.
    let isLater = clearing == .value && !content.isEmbedded && writer.wins(over: cleared)
    if writer.knows(cleared) || isLater {
      if unite(with: content, by: writer) {
        if !writer.knows(assigned), writer.wins(over: assigned) { assigned = writer.stamp }
        return
      }
    } else if clearing == .emptying, !content.isEmbedded {
      // An insertion does not outlive a clearing that it did not know of.
      return
    }
    guard writer.wins(over: assigned) else {
      rivals.add(content, by: writer)
      return endEarlier(than: content, by: writer)
    }
    remember(for: writer)
    if content.isEmbedded {
      if cleared != nil { cleared = writer.stamp }
    } else if clearing == .collection, !writer.knows(cleared) {
      cleared = writer.stamp
    } else if self.content != .null {
      // What was there before the value does not come back with a list or dictionary in its place.
      (cleared, clearing) = (assigned, .value)
    }
    node = Node(content, by: writer.stamp)
    assigned = writer.stamp
    if outdone != nil { outdone = assigned }
  }

  /// Where a value of another kind comes too late in a mixed property, what is in its collection stays only if it is later
  /// than the value: so it would be if the value had come first.
  private mutating func endEarlier(than content: Content, by writer: Writer) {
    func isEarlier(_ stamp: Stamp?) -> Bool { stamp.map(writer.stamp.isLater) ?? false }
    switch (node, Node(content, by: writer.stamp)) {
    case (.list, .list), (.dictionary, .dictionary), (.single, _), (.embedded, _), (.set, _): return
    case (.list(var list, let ofValues), _):
      for place in list.items.indices where isEarlier(list.items[place].inserted) {
        list.items[place].removed.append(writer.stamp)
      }
      node = .list(list, ofValues: ofValues)
    case (.dictionary(var entries, let ofValues), _):
      for (key, entry) in entries.entries where isEarlier(entry.slot?.assigned) {
        entries.entries[key] = .init(slot: nil, removed: writer.stamp)
      }
      node = .dictionary(entries, ofValues: ofValues)
    }
    if cleared == nil || clearing == .value && writer.wins(over: cleared) {
      (cleared, clearing) = (writer.stamp, .value)
    }
  }

  /// - Returns: false if the two are of different kinds.
  private mutating func unite(with content: Content, by writer: Writer) -> Bool {
    switch (node, Node(content, by: writer.stamp)) {
    case (.embedded(let table, var slots), .embedded(let other, let others)) where table == other:
      slots.fill(with: others.map(\.content), leaving: writer.emptyContents(table), by: writer)
      node = .embedded(table: table, slots)
    case (.list(var list, let ofValues), .list(let other, _)):
      list.insert(other.elements, at: 0, by: writer)
      node = .list(list, ofValues: ofValues)
    case (.set(var entries, let ofValues), .set(let other, _)):
      for element in other.present.values {
        entries.put(element, at: element, isFresh: true, by: writer)
      }
      node = .set(entries, ofValues: ofValues)
    case (.dictionary(var entries, let ofValues), .dictionary(let other, _)):
      for (key, element) in other.present {
        entries.put(element, at: key, isFresh: true, by: writer)
      }
      node = .dictionary(entries, ofValues: ofValues)
    default: return false
    }
    return true
  }
}

extension [Slot] {
  /// Gives the properties of an object that two devices created what one of them gave it.
  ///
  /// - Parameters:
  ///   - contents: what it gave them.
  ///   - empty: what they hold without being given anything.
  ///   - writer: the device.
  mutating func fill(with contents: [Content], leaving empty: [Content], by writer: Writer) {
    var writer = writer
    writer.creates = true
    for ((column, content), empty) in zip(zip(indices, contents), empty)
    where !content.isLeftOut(leaving: empty) {
      self[column].perform(.assign(content, isFresh: true), by: writer)
    }
  }
}

extension MergedList {
  fileprivate mutating func perform(_ action: Edit.Action, by writer: Writer) {
    switch action {
    case .insert(let contents, let place): insert(contents, at: place, by: writer)
    case .remove(let place): change(at: place, by: writer) { $0.removed.append(writer.stamp) }
    case .assign, .refill, .add, .take, .removeEntry: break
    }
  }
}

extension Slot.Node {
  /// This collection with the links in an older one that a device did not show when it replaced the one by the other.
  fileprivate func keeping(_ old: Slot.Node, hiddenFrom writer: Writer) -> Slot.Node {
    switch (self, old) {
    case (.list(var list, let ofValues), .list(let old, _)):
      var place = 0
      for item in old.items where item.isPresent {
        if writer.isBlind(to: item.slot) {
          list.items.insert(item, at: min(place, list.items.count))
          place += 1
        } else if item.isShown(to: writer) {
          place += 1
        }
      }
      return .list(list, ofValues: ofValues)
    case (.set(var entries, let ofValues), .set(let old, _)):
      for (key, entry) in old.entries where entry.slot.map(writer.isBlind) ?? false {
        entries.entries[key] = entry
      }
      return .set(entries, ofValues: ofValues)
    case (.dictionary(var entries, let ofValues), .dictionary(let old, _)):
      for (key, entry) in old.entries
      where entries.entries[key]?.slot?.content == .null && entry.slot.map(writer.isBlind) ?? false
      {
        entries.entries[key] = entry
      }
      return .dictionary(entries, ofValues: ofValues)
    default: return self
    }
  }
}
