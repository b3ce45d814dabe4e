public import ArgumentParser
public import Formats
public import Touchstone
import TrailReading
import TrailExport

// Names that options take: a mistake is told with those that there are.

extension Edition: ExpressibleByArgument {}

extension ConformanceClass: ExpressibleByArgument {}

extension Profile: ExpressibleByArgument {}

extension FindingCode.Stage: ExpressibleByArgument {}

extension TrailExport.Target: ExpressibleByArgument {}
