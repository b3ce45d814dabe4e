public import ArgumentParser
public import Formats
import Trail

// Names that options take: a mistake is told with those that there are.

extension Edition: ExpressibleByArgument {}

extension FindingCode.Stage: ExpressibleByArgument {}
