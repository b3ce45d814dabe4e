/// How binding a requirement or a case is.
package enum Level: String, Sendable, Hashable, CaseIterable {
  case must, should, may
}
