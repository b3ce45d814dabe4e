/// How the page looks: on a desk and on a phone, by day and by night, and on paper.
enum PageStyle {
  static let text = colours + layout + head + tools + cases + comparison + narrow + print

  private static let colours = """
    :root {
      color-scheme: light dark;
      --paper: #fdfcf9; --raised: #f6f4ee; --ink: #22201c; --soft: #6a655b; --line: #e3ded2; --accent: #17605a;
      --wash: #e6f0ee; --good: #17605a; --bad: #a3251a; --warn: #7d5310; --minus: #fbe9e4; --plus: #e3f0e6;
      --minus-mark: #f2c3b8; --plus-mark: #b4d9bd;
      --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", "Helvetica Neue", Arial, sans-serif;
      --serif: Charter, "Bitstream Charter", "Iowan Old Style", "Sitka Text", Cambria, Georgia, "Liberation Serif", serif;
      --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "Liberation Mono", monospace;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --paper: #171614; --raised: #201f1c; --ink: #e7e3d9; --soft: #a29c8f; --line: #34322d; --accent: #82c7bf;
        --wash: #1d2f2d; --good: #82c7bf; --bad: #f0958a; --warn: #d9ab63; --minus: #3a211d; --plus: #1c2f22;
        --minus-mark: #6d342b; --plus-mark: #2f5a3c;
      }
    }

    """

  private static let layout = """
    * { box-sizing: border-box; }
    html { scroll-padding-top: 8rem; -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
    body { margin: 0 auto; max-width: 76rem; padding: 0 2rem 6rem; background: var(--paper); color: var(--ink);
      font: 1rem/1.55 var(--sans); overflow-wrap: anywhere; }
    a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: .18em; }
    :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
    main:focus { outline: none; }
    [hidden] { display: none !important; }
    .skip { position: absolute; left: -999rem; }
    .skip:focus { left: 1rem; top: 1rem; z-index: 3; padding: .5rem 1rem; background: var(--paper); }
    .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
    h1, h2, h3 { font-family: var(--serif); font-weight: 600; line-height: 1.25; text-wrap: balance; }
    .v-passed { color: var(--good); }
    .v-failed, .v-errored, .v-unexpected-pass, .bad { color: var(--bad); }
    .v-unsupported, .v-known-failure { color: var(--warn); }
    .bar { display: block; width: 100%; height: .5rem; border-radius: .25rem; }
    .bar rect { fill: currentColor; }
    .bar .v-passed { opacity: .55; }
    .sign { display: inline-block; width: 1.1em; text-align: center; font-weight: 700; }

    """

  private static let head = """
    .brand { margin: 2.5rem 0 0; font: 600 1.05rem var(--serif); }
    .brand span { margin-left: .5rem; color: var(--soft); font: .85rem var(--sans); }
    h1 { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 4; overflow: hidden; margin: .4rem 0 1.2rem;
      font-size: 2.3rem; letter-spacing: -.01em; }
    .runs { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)); gap: 1.5rem 3rem; }
    .run > h2 { margin: 0 0 .3rem; font-size: 1.15rem; }
    .run p { margin: 0; }
    .outcome { font: 600 1.35rem var(--serif); }
    .outcome.good { color: var(--good); }
    .run .bar { margin-top: .9rem; max-width: 46rem; }
    .counts { display: flex; flex-wrap: wrap; gap: .2rem 1.6rem; margin: .6rem 0; padding: 0; list-style: none;
      font-variant-numeric: tabular-nums; }
    .run .facts { color: var(--soft); font-size: .85rem; }
    .run .stale { margin: .3rem 0; color: var(--bad); }
    .overview > h2 { margin: 2.5rem 0 .4rem; font-size: 1.25rem; }
    .table { overflow-x: auto; }
    .overview table { width: 100%; border-collapse: collapse; font-size: .92rem; font-variant-numeric: tabular-nums; }
    .overview th { padding: .28rem 1.5rem .4rem 0; font-weight: 400; text-align: left; vertical-align: top; }
    .overview thead th { border-bottom: 1px solid var(--soft); color: var(--soft); font-size: .82rem; }
    .overview tbody th { width: 14rem; }
    .overview tbody th a { color: var(--ink); }
    .overview td { padding: .28rem 1.5rem .28rem 0; vertical-align: top; }
    .overview td .bar { float: right; width: 30%; margin: .55rem 0 0 1rem; }
    .overview tbody tr > * { border-bottom: 1px solid var(--line); }
    .many .word { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
    .overview.many table { table-layout: fixed; min-width: 40rem; }
    .overview.many thead th:first-child { width: 10rem; }
    .overview.many .ratio { min-width: 4.6rem; }
    .overview.many td .bar { width: 26%; }
    .overview.many td > span + span { margin-right: .5rem; }
    .ratio { display: inline-block; min-width: 5.5rem; }
    .ratio b { font-weight: 600; }
    .overview td > span + span { margin-right: 1rem; white-space: nowrap; }
    .notice { margin: 2rem 0; color: var(--warn); }

    """

  private static let tools = """
    .tools { position: sticky; top: 0; z-index: 2; display: flex; flex-wrap: wrap; align-items: center; gap: .6rem 1.4rem; margin: 2.5rem 0 0;
      padding: .8rem 0; border-bottom: 1px solid var(--soft); background: var(--paper); }
    .tools input[type=search] { flex: 1 1 14rem; max-width: 24rem; padding: .4rem .7rem; border: 1px solid var(--line); border-radius: .4rem;
      background: var(--raised); color: var(--ink); font: .92rem var(--sans); }
    .choice { display: flex; flex-wrap: wrap; margin: 0; padding: 0; border: 0; font-size: .88rem; }
    .choice legend { float: left; padding: .2rem .5rem 0 0; color: var(--soft); }
    .choice label { position: relative; cursor: pointer; }
    .choice input { position: absolute; inset: 0; margin: 0; opacity: 0; cursor: pointer; }
    .choice span { display: block; padding: .2rem .6rem; border-bottom: 2px solid transparent; color: var(--soft);
      font-variant-numeric: tabular-nums; white-space: nowrap; }
    .choice input:checked + span { border-color: var(--accent); color: var(--ink); font-weight: 600; }
    .choice input:focus-visible + span { outline: 2px solid var(--accent); border-radius: 2px; }
    .found { margin: 0 0 0 auto; color: var(--soft); font-size: .85rem; }
    .none { margin: 3rem 0; color: var(--soft); font: 1.1rem var(--serif); }

    """

  private static let cases = """
    .group { content-visibility: auto; contain-intrinsic-size: auto 20rem; }
    .group > h2 { margin: 2.2rem 0 .5rem; font-size: 1.3rem; }
    .group > h2 .sum { margin-left: .6rem; color: var(--soft); font: .85rem var(--sans); font-variant-numeric: tabular-nums; }
    .group > .demand { margin: -.2rem 0 .6rem; max-width: 46rem; font: 1.02rem/1.55 var(--serif); }
    .level { color: var(--soft); font: 600 .74rem var(--sans); letter-spacing: .03em; }
    .case { border-top: 1px solid var(--line); }
    .case:last-child { border-bottom: 1px solid var(--line); }
    .case > summary { display: grid; grid-template-columns: auto minmax(0, 1fr) minmax(0, 24rem); gap: 0 .8rem; padding: .45rem 0; cursor: pointer;
      list-style: none; line-height: 1.45; }
    .case > summary::-webkit-details-marker { display: none; }
    .case > summary .title { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden; }
    .case > summary:hover .title { color: var(--accent); }
    .case[open] > summary .title { font-weight: 600; -webkit-line-clamp: none; display: block; }
    .case > summary .name { overflow: hidden; color: var(--soft); font: .78rem/1.9 var(--mono); text-align: right; text-overflow: ellipsis;
      white-space: nowrap; direction: ltr; }
    .marks { font-variant-numeric: tabular-nums; }
    .body { padding: .3rem 0 2rem 1.9rem; }
    .body h3 { margin: 1.6rem 0 .3rem; color: var(--soft); font: 600 .82rem var(--sans); }
    .body p { margin: 0 0 .3rem; }
    .link { font: .8rem var(--mono); }
    .link .place { margin-left: 1rem; color: var(--soft); }
    .demands { margin: 0; padding: 0; list-style: none; }
    .demands li { max-width: 46rem; margin: .2rem 0; font: 1.02rem/1.55 var(--serif); }
    .demands code, .demand code { font: .84em var(--mono); }
    .demands b { font: 600 .85rem var(--sans); }
    pre { margin: .2rem 0; padding: .7rem 1rem; border-radius: .4rem; background: var(--raised); font: .8rem/1.6 var(--mono);
      white-space: pre-wrap; tab-size: 2; }
    .verdict { margin-top: 1.6rem; }
    .verdict > .line { font: 600 1rem var(--sans); }
    .verdict > .line .time { margin-left: .6rem; color: var(--soft); font-size: .82rem; font-weight: 400; }
    .findings { margin: .3rem 0; padding-left: 1.2rem; }
    .findings code { font: .85em var(--mono); }
    .raw > summary { margin-top: .6rem; color: var(--soft); font-size: .85rem; cursor: pointer; }
    .notes { max-width: 46rem; }

    """

  private static let comparison = """
    .sides { width: 100%; margin: .5rem 0; border-collapse: collapse; table-layout: fixed; font: .8rem/1.6 var(--mono); }
    .sides th { padding: .2rem .7rem; color: var(--soft); font: 600 .8rem var(--sans); text-align: left; }
    .sides .mark { width: 1.6rem; padding: 0; color: var(--bad); font-weight: 700; text-align: center; }
    .sides td { padding: 0 .7rem; background: var(--raised); vertical-align: top; white-space: pre-wrap; }
    .sides td.mark { background: none; }
    .sides td + td + td { border-left: 2px solid var(--paper); }
    .sides tr.differs td.expected { background: var(--plus); }
    .sides tr.differs td.actual { background: var(--minus); }
    .sides tr.differs td.nothing { background: var(--raised); }
    .expected mark { background: var(--plus-mark); color: inherit; }
    .actual mark { background: var(--minus-mark); color: inherit; }

    """

  private static let narrow = """
    @media (max-width: 44rem) {
      body { padding: 0 1.1rem 4rem; }
      html { scroll-padding-top: 1rem; }
      .brand { margin-top: 1.4rem; }
      h1 { font-size: 1.7rem; }
      .tools { position: static; }
      .tools input[type=search] { flex-basis: 100%; max-width: none; font-size: 1rem; }
      .choice label span { padding: .45rem .6rem; }
      .found { margin: 0; }
      .overview thead th:first-child, .overview tbody th { width: 8.2rem; min-width: 8.2rem; }
      .overview th, .overview td { padding-right: .8rem; overflow-wrap: normal; }
      .overview:not(.many) .word { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
      .overview td > span + span { margin-right: .3rem; }
      .ratio { min-width: 4rem; }
      .overview td .bar { float: none; width: 100%; min-width: 5rem; margin: .2rem 0; height: .3rem; }
      .case > summary { grid-template-columns: auto minmax(0, 1fr); padding: .6rem 0; }
      .case > summary .name { grid-column: 2; text-align: left; font-size: .74rem; line-height: 1.5; }
      .body { padding-left: 0; }
      .link .place { display: block; margin: 0; }
      .sides, .sides tbody { display: block; }
      .sides thead { display: none; }
      .sides tr { display: grid; grid-template-columns: 1.3rem minmax(0, 1fr); }
      .sides td + td + td { border-left: 0; }
      .sides td.mark { grid-area: 1 / 1 / span 2 / auto; width: auto; }
      .sides td:not(.mark) { grid-column: 2; }
      .sides tr.same td.actual, .sides td.nothing { display: none; }
      .sides tr.differs td.expected::before { content: "expected "; } .sides tr.differs td.actual::before { content: "actual "; }
      .sides tr.differs td::before { color: var(--soft); font: .72rem var(--sans); }
    }

    """

  private static let print = """
    @media print {
      @page { margin: 1.8cm 1.6cm; }
      :root { --paper: #fff; --raised: #f6f6f4; --ink: #000; --soft: #555; --line: #ccc; }
      body { max-width: none; padding: 0; font-size: 9.5pt; }
      .tools, .skip, .raw { display: none !important; }
      .group { content-visibility: visible; }
      .case > summary, .overview tr, .sides tr { break-inside: avoid; }
      .group > h2, .body h3, .case[open] > summary { break-after: avoid; }
      a { color: inherit; text-decoration: none; }
      .sides td { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
    }

    """
}
