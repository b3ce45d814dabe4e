/// When the events of one device happened, if its clock was set back, or was wrong for an event: the order in which they were
/// stored tells.
package enum CommitMoments {
  /// The moments of events whose times stand in the order in which they were stored; nil if these never fall.
  ///
  /// The times of as many events as can be right are kept; the others are taken to have happened together with the one before
  /// them.
  package static func moments(of times: [Int64]) -> [Int64]? {
    let kept = longestRise(of: times)
    guard kept.count < times.count, let first = kept.first else { return nil }
    var moments = times
    var moment = times[first]
    var next = kept[...]
    for place in times.indices {
      if next.first == place {
        moment = times[place]
        next.removeFirst()
      }
      moments[place] = moment
    }
    return moments
  }

  /// The places of a longest sequence that never falls.
  private static func longestRise(of times: [Int64]) -> [Int] {
    // The last place of the best sequence of each length so far, and what comes before each place in its sequence.
    var ends: [Int] = []
    var former = Array<Int?>(repeating: nil, count: times.count)
    for place in times.indices {
      let length = ends.place { times[$0] <= times[place] }
      former[place] = length > 0 ? ends[length - 1] : nil
      if length == ends.count { ends.append(place) } else { ends[length] = place }
    }
    let rise = sequence(state: ends.last) { place -> Int? in
      defer { place = place.flatMap { former[$0] } }
      return place
    }
    return rise.reversed()
  }
}
