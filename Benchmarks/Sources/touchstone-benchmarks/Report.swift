import Foundation

/// Collects the rows of the table, which is Markdown: it can be pasted into the README as it is.
struct Report {
  private var rows: [String] = []
  private var ratios: [String: [Double]] = [:]

  mutating func add(
    _ operation: String,
    _ document: String,
    _ bytes: Int,
    _ result: Comparison.Result
  ) {
    let row = String(
      format: "| %@ | %@ | %d | %.0f | %.0f | **%.1f** | %.1f–%.1f |",
      operation,
      document,
      bytes,
      Self.megabytesPerSecond(bytes, result.ours),
      Self.megabytesPerSecond(bytes, result.theirs),
      result.ratio,
      result.quartiles.lowerBound,
      result.quartiles.upperBound
    )
    rows.append(row)
    ratios[operation, default: []].append(result.ratio)
    FileHandle.standardError.write(Data((row + "\n").utf8))
  }

  func printTable() {
    print("| | document | bytes | MB/s | Foundation MB/s | ratio | middle half |")
    print("| --- | --- | ---: | ---: | ---: | ---: | ---: |")
    for row in rows.sorted() { print(row) }
    for (operation, ratios) in ratios.sorted(by: { $0.key < $1.key }) {
      let mean = exp(ratios.map { log($0) }.reduce(0, +) / Double(ratios.count))
      print(String(format: "\n%@: geometric mean of the ratios %.1f", operation, mean))
    }
  }

  private static func megabytesPerSecond(_ bytes: Int, _ time: Duration) -> Double {
    Double(bytes) / (time / .seconds(1)) / 1e6
  }
}
