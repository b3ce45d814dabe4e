"""How time grows with the number of things: an exponent for each kind, one plot of all, and the memory of an event."""

import math
import statistics

# The largest number of each is what takes some seconds. Each event of a chain has the next 100 links in it, no more.
SIZES = {
    "reads": (10_000, 100_000, 1_000_000, 10_000_000),
    "query": (10_000, 100_000, 1_000_000),
    "transactions": (1_000, 10_000, 100_000),
    "overlapping": (1_000, 10_000, 100_000),
    "depth": (1_000, 10_000, 30_000),
    "width": (10_000, 100_000, 1_000_000),
}
WORDS = {
    "reads": "object reads of a scope", "query": "objects of a query", "transactions": "transactions of ten changes",
    "overlapping": "scopes at once", "depth": "links followed one after the other", "width": "objects expanded in a list",
}
COLOURS = ("#1b6ca8", "#c0392b", "#1e8449", "#7d3c98", "#b9770e", "#2c3e50")


def measure(setting):
    """For each kind the number, the seconds until the disk and the peak of memory; each in a process of its own."""
    rows = {}
    for kind, sizes in SIZES.items():
        rows[kind] = []
        for size in sizes:
            rounds = [setting.swift("touchstone-benchmarks", kind, 1, size)[0] for _ in range(3 if size < 100_000 else 1)]
            rows[kind].append((size, statistics.median(r.ours for r in rounds), max(r.peak for r in rounds)))
    return rows


def exponent(points):
    """The slope of the straight line through the points, both axes logarithmic."""
    xs, ys = [math.log(size) for size, *_ in points], [math.log(seconds) for _, seconds, _ in points]
    return statistics.linear_regression(xs, ys).slope


def table(rows):
    lines = ["| so many | from | to | exponent | seconds at most | memory, MB |", "| --- | ---: | ---: | ---: | ---: | ---: |"]
    for kind, points in rows.items():
        (first, *_), (last, seconds, peak) = points[0], points[-1]
        lines.append(f"| {WORDS[kind]} | {first:,} | {last:,} | {exponent(points):.2f} | {seconds:.1f} | {peak:,.0f} |")
    (few, _, low), (many, _, high) = rows["reads"][-2:]
    lines += ["", f"An event of a scope takes {(high - low) * (1 << 20) / (many - few):.0f} bytes until it is on disk."]
    return "\n".join(lines)


def plot(rows):
    """The same as SVG: seconds over numbers, with lines of slope 1 behind them."""
    left, top, width, height = 60, 20, 440, 320
    sizes = [size for points in rows.values() for size, *_ in points]
    times = [seconds for points in rows.values() for _, seconds, _ in points]
    (x0, x1), (y0, y1) = ((math.floor(math.log10(min(v))), math.ceil(math.log10(max(v)))) for v in (sizes, times))

    def place(size, seconds):
        x = left + (math.log10(size) - x0) / (x1 - x0) * width
        return x, top + (y1 - math.log10(seconds)) / (y1 - y0) * height

    def path(points, style):
        return f'<polyline fill="none" points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in points)}" {style}/>'

    def text(x, y, words, style=""):
        return f'<text x="{x:.1f}" y="{y:.1f}" {style}>{words}</text>'

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 {top + height + 50}" font-family="sans-serif" font-size="12">',
        '<rect width="100%" height="100%" fill="white"/>',
        f'<clipPath id="frame"><rect x="{left}" y="{top}" width="{width}" height="{height}"/></clipPath>',
    ]
    for x in range(x0, x1 + 1):
        at = place(10**x, 10**y0)[0]
        parts += [path([(at, top), (at, top + height)], 'stroke="#ddd"'), text(at, top + height + 18, f"{10**x:,}", 'text-anchor="middle"')]
    for y in range(y0, y1 + 1):
        at = place(10**x0, 10**y)[1]
        parts += [path([(left, at), (left + width, at)], 'stroke="#ddd"'), text(left - 6, at + 4, f"{10.0**y:g} s", 'text-anchor="end"')]
    for y in range(y0 - (x1 - x0), y1):
        parts.append(path([place(10**x0, 10.0**y), place(10**x1, 10.0 ** (y + x1 - x0))], 'stroke="#eee" clip-path="url(#frame)"'))
    for number, ((kind, points), colour) in enumerate(zip(rows.items(), COLOURS)):
        places = [place(size, seconds) for size, seconds, _ in points]
        parts.append(path(places, f'stroke="{colour}" stroke-width="2"'))
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in places]
        parts.append(text(left + width + 16, top + 16 + 22 * number, f"{WORDS[kind]}: {exponent(points):.2f}", f'fill="{colour}"'))
    parts += [text(left + width / 2, top + height + 40, "how many", 'text-anchor="middle"'), "</svg>"]
    return "\n".join(parts) + "\n"
