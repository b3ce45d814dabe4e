/// What a parser accepts at the most.
public struct JSONLimits: Sendable, Hashable {
  /// How deep arrays and objects may stand in each other.
  ///
  /// The parser itself takes any depth, but comparing, writing and releasing a value use a stack frame
  /// a level.
  public var depth: Int

  /// Limits of that depth.
  public init(depth: Int = 512) { self.depth = depth }

  /// 512 levels.
  public static let `default` = JSONLimits()
}
