/// Shows rows of a comparison: in two columns where there is room, otherwise one above the other.
struct ComparisonTable {
  /// How many rows are shown.
  static let rowLimit = 160

  let rows: [ComparisonRow]
  let style: ConsoleStyle

  var lines: [String] {
    guard !rows.isEmpty else { return [] }
    let shown = rows.prefix(Self.rowLimit)
    var lines = style.hasTwoColumns ? columns(shown) : stacked(shown)
    if rows.count > shown.count { lines.append("… \(rows.count - shown.count) more lines") }
    return lines
  }

  // MARK: Side by side

  private func columns(_ rows: ArraySlice<ComparisonRow>) -> [String] {
    // Four for the margin that the caller adds, five for the mark and the rule between the columns.
    let width = (style.width - 9) / 2
    var lines = [TextWrapping.pad("expected", to: width + 3) + "  actual"]
    lines[0] = style.paint(lines[0], .bold)
    for row in rows {
      let left = row.expected.map { TextWrapping.fold($0, to: width) } ?? []
      let right = row.actual.map { TextWrapping.fold($0, to: width) } ?? []
      for index in 0..<max(left.count, right.count, 1) {
        let expected = TextWrapping.pad(index < left.count ? left[index] : "", to: width)
        let actual = index < right.count ? right[index] : ""
        let isSame = row.mark == .same
        let line =
          style.paint(expected, isSame ? nil : .green) + " "
          + style.paint(row.mark.rawValue, isSame ? nil : .bold) + " │ "
          + style.paint(actual, isSame ? nil : .red)
        lines.append(line.trimmingTrailingSpaces())
      }
    }
    return lines
  }

  // MARK: One above the other

  /// As `diff` shows it: what was expected with a minus, what was found with a plus.
  private func stacked(_ rows: ArraySlice<ComparisonRow>) -> [String] {
    var lines = [style.paint("- expected", .green) + "  " + style.paint("+ actual", .red)]
    var (minus, plus): ([String], [String]) = ([], [])
    func flush() {
      lines +=
        minus.map { style.paint("- " + $0, .green) } + plus.map { style.paint("+ " + $0, .red) }
      (minus, plus) = ([], [])
    }
    for row in rows {
      guard row.mark != .same else {
        flush()
        lines += folded(row.expected ?? row.actual).map { ("  " + $0).trimmingTrailingSpaces() }
        continue
      }
      minus += folded(row.expected)
      plus += folded(row.actual)
    }
    flush()
    return lines
  }

  private func folded(_ line: String?) -> [String] {
    line.map { TextWrapping.fold($0, to: max(60, style.width - 8)) } ?? []
  }
}

extension String {
  fileprivate func trimmingTrailingSpaces() -> String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
