public import ArgumentParser
public import Formats
import Trail
import TrailExport

// Names that options take: a mistake is told with those that there are.

extension Edition: ExpressibleByArgument {}

extension FindingCode.Stage: ExpressibleByArgument {}

extension TrailExport.Target: ExpressibleByArgument {}
