import Touchstone
import TouchstoneReports

/// How the book looks: on a desk and on a phone, by day and by night, and on paper.
enum BookStyle {
  static let text =
    colours + layout + bar + contents + prose + requirements + cases + lists + editions + print

  private static let colours = """
    :root {
      color-scheme: light dark;
      --paper: #fdfcf9; --raised: #f6f4ee; --ink: #22201c; --soft: #6a655b; --line: #e3ded2; --accent: #17605a;
      --wash: #e6f0ee; --warm: #8a5a12; --string: #7a4a1d; --word: #6b3f86;
      --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", "Helvetica Neue", Arial, sans-serif;
      --serif: Charter, "Bitstream Charter", "Iowan Old Style", "Sitka Text", Cambria, Georgia, "Liberation Serif", serif;
      --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "Liberation Mono", monospace;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --paper: #171614; --raised: #201f1c; --ink: #e7e3d9; --soft: #a29c8f; --line: #34322d; --accent: #82c7bf;
        --wash: #1d2f2d; --warm: #d9ab63; --string: #dcb287; --word: #c7a3df;
      }
    }

    """

  private static let layout = """
    * { box-sizing: border-box; }
    html { scroll-padding-top: 4.5rem; -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
    body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.6 var(--sans); }
    a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: .18em; }
    a:hover { text-decoration-thickness: 2px; }
    :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
    [hidden] { display: none !important; }
    .skip { position: absolute; left: -999rem; }
    .skip:focus { left: 1rem; top: 1rem; z-index: 3; padding: .5rem 1rem; background: var(--paper); }
    .page { display: grid; grid-template-columns: 15rem minmax(0, 50rem); gap: 0 4rem; justify-content: center;
      padding: 0 1.5rem; }
    main { grid-column: 2; grid-row: 1; padding: 2.5rem 0 6rem; overflow-wrap: break-word; }
    #contents { grid-column: 1; grid-row: 1; align-self: start; position: sticky; top: 3.5rem;
      max-height: calc(100vh - 3.5rem); overflow-y: auto; padding: 2.5rem .5rem 2rem 0; }
    @media (max-width: 60rem) {
      .page { display: block; padding: 0 1.1rem; }
      main { padding: 1.5rem 0 3rem; }
      #contents { position: static; max-height: none; border-top: 1px solid var(--line); padding: 1.5rem 0 3rem; }
    }

    """

  private static let bar = """
    .bar { position: sticky; top: 0; z-index: 2; display: flex; align-items: center; gap: .6rem 1.25rem; min-height: 3.5rem;
      padding: .5rem max(1.5rem, calc((100vw - 69rem) / 2)); background: var(--paper); border-bottom: 1px solid var(--line); }
    .brand { margin-right: auto; color: var(--ink); font: 600 1.15rem var(--serif); letter-spacing: .01em; text-decoration: none; }
    .to-contents { display: none; font-size: .875rem; }
    .search { position: relative; }
    .search input { width: 17rem; padding: .35rem 2rem .35rem .7rem; border: 1px solid var(--line); border-radius: .4rem;
      background: var(--raised); color: var(--ink); font: .9rem var(--sans); }
    .search kbd { position: absolute; right: .6rem; top: .42rem; padding: 0 .35rem; border: 1px solid var(--line);
      border-radius: .25rem; color: var(--soft); font: .75rem/1.3 var(--mono); }
    .search input:focus + kbd { display: none; }
    #results { position: absolute; z-index: 3; right: 0; top: calc(100% + .4rem); width: min(38rem, calc(100vw - 2rem)); max-height: 75vh;
      overflow-y: auto; border: 1px solid var(--line); border-radius: .5rem; background: var(--paper);
      box-shadow: 0 12px 32px rgb(0 0 0 / .16); }
    #results .count { margin: 0; padding: .6rem 1rem .2rem; color: var(--soft); font-size: .8rem; }
    #results ul { margin: 0; padding: 0 0 .4rem; list-style: none; }
    #results a { display: block; padding: .45rem 1rem; color: var(--ink); font-size: .9rem; line-height: 1.4; text-decoration: none; }
    #results a:hover, #results a:focus { background: var(--wash); outline: none; }
    #results .where { display: block; color: var(--accent); font-size: .78rem; overflow-wrap: anywhere; }
    .editions { display: flex; align-items: center; margin: 0; padding: 0; border: 0; font-size: .85rem; }
    .editions legend { float: left; padding: 0 .6rem 0 0; color: var(--soft); }
    .editions label { position: relative; cursor: pointer; }
    .editions input { position: absolute; inset: 0; margin: 0; opacity: 0; cursor: pointer; }
    .editions span { display: block; padding: .2rem .55rem; border-bottom: 2px solid transparent; color: var(--soft); }
    .editions input:checked + span { border-color: var(--accent); color: var(--ink); }
    .editions input:focus-visible + span { outline: 2px solid var(--accent); border-radius: 2px; }
    @media (max-width: 60rem) {
      .bar { position: relative; flex-wrap: wrap; padding: .7rem 1.1rem; }
      .to-contents { display: inline; }
      .search { order: 3; flex: 1 1 12rem; }
      .editions { order: 4; margin-left: -.55rem; }
      .editions span { padding: .4rem .55rem; }
      .search input { width: 100%; }
      .search kbd { display: none; }
      #results { left: 0; right: 0; width: auto; }
      .editions legend { position: absolute; clip-path: inset(50%); }
      html { scroll-padding-top: 1rem; }
      .case .body { scroll-margin-top: 4rem; }
    }

    """

  private static let contents = """
    #contents h2 { margin: 1.4rem 0 .3rem; color: var(--soft); font: 600 .75rem var(--sans); letter-spacing: .04em; }
    #contents h2:first-child { margin-top: 0; }
    #contents ul { margin: 0; padding: 0; list-style: none; font-size: .9rem; line-height: 1.35; }
    #contents li a { display: inline-block; padding: .2rem 0; color: var(--ink); text-decoration: none; }
    #contents li a:hover { text-decoration: underline; }
    #contents [aria-current] { color: var(--accent); font-weight: 600; }
    #contents .sections { margin: .1rem 0 .5rem; padding-left: .8rem; border-left: 1px solid var(--line); font-size: .82rem; }
    #contents .sections a { color: var(--soft); overflow-wrap: anywhere; }
    #contents .numbers { display: flex; flex-wrap: wrap; gap: .15rem; margin: .2rem 0 .6rem; font-size: .78rem; }
    #contents .numbers a { min-width: 1.75rem; padding: .12rem .25rem; border-radius: .25rem; background: var(--raised);
      color: var(--soft); text-align: center; font-variant-numeric: tabular-nums; }
    #contents .numbers a:hover { background: var(--wash); color: var(--accent); text-decoration: none; }
    @media (max-width: 60rem) { #contents li a { padding: .35rem 0; } #contents .numbers a { min-width: 2.4rem; } }

    """

  private static let prose = """
    h1, h2, h3 { font-family: var(--serif); font-weight: 600; line-height: 1.25; text-wrap: balance; }
    h1 { margin: 0 0 1.5rem; font-size: 2.3rem; letter-spacing: -.01em; }
    .heading { display: flex; align-items: baseline; justify-content: space-between; flex-wrap: wrap; gap: 0 1rem; margin: 0 0 1.5rem; }
    .heading h1 { margin: 0; }
    h2 { margin: 3rem 0 .8rem; font-size: 1.5rem; }
    h3 { margin: 2rem 0 .5rem; font-size: 1.15rem; }
    h4 { margin: 1.5rem 0 .4rem; font-size: 1rem; }
    .prose > p, .prose > ul, .prose > ol, .lead { max-width: 42rem; font: 1.08rem/1.65 var(--serif); }
    .prose li { margin: .3rem 0; }
    .anchor { color: var(--soft); font-weight: 400; text-decoration: none; opacity: 0; }
    :hover > .anchor, .anchor:focus { opacity: 1; }
    code { font: .875em/1.5 var(--mono); overflow-wrap: anywhere; }
    :not(pre) > code { padding: .05em .25em; border-radius: .2em; background: var(--raised); }
    pre { margin: .6rem 0; padding: .8rem 1rem; max-height: 36rem; overflow: auto; border-radius: .4rem;
      background: var(--raised); font: .82rem/1.6 var(--mono); }
    pre code { font: inherit; white-space: pre-wrap; }
    .k { color: var(--accent); } .s { color: var(--string); } .w { color: var(--word); } .c { color: var(--soft); }
    .table { margin: 1rem 0; overflow-x: auto; }
    table { width: 100%; border-collapse: collapse; font-size: .92rem; line-height: 1.5; }
    th { padding: .4rem 1rem .4rem 0; border-bottom: 1px solid var(--soft); color: var(--soft); font-size: .82rem; font-weight: 600;
      text-align: left; }
    td { padding: .5rem 1rem .5rem 0; border-bottom: 1px solid var(--line); vertical-align: top; min-width: 6rem; }
    th:last-child, td:last-child { padding-right: 0; }

    """

  private static let requirements = """
    .requirement { margin: 2.75rem 0 0; padding-top: 2rem; border-top: 1px solid var(--line); }
    .requirement > h2, .document > h2 { display: flex; align-items: baseline; flex-wrap: wrap; gap: .2rem .7rem; margin: 0 0 .4rem;
      font: 600 .95rem var(--sans); }
    .requirement > h2 a, .document > h2 a { color: var(--ink); text-decoration: none; }
    .requirement > h2 a:hover, .document > h2 a:hover { text-decoration: underline; }
    .requirement:target > h2 a, .document:target > h2 a { color: var(--accent); }
    .level { color: var(--accent); font-size: .78rem; letter-spacing: .03em; }
    .level.should { color: var(--warm); } .level.may { color: var(--soft); }
    .tag { padding: .02rem .45rem; border: 1px solid var(--line); border-radius: 1rem; color: var(--soft);
      font: 400 .74rem/1.5 var(--sans); white-space: nowrap; }
    .statement { margin: 0 0 .9rem; max-width: 42rem; font: 1.22rem/1.55 var(--serif); }
    dl.facts { margin: 0 0 1.2rem; color: var(--soft); font-size: .88rem; line-height: 1.5; }
    dl.facts div { display: grid; grid-template-columns: 6.5rem minmax(0, 1fr); gap: 0 1rem; max-width: 44rem; padding: .12rem 0; }
    dl.facts dd { margin: 0; color: var(--ink); }
    @media (max-width: 36rem) { dl.facts div { display: block; padding: .25rem 0; } }
    .notice { margin: 0 0 1rem; color: var(--warm); font-size: .9rem; }
    .document { margin: 2.75rem 0 0; padding-top: 2rem; border-top: 1px solid var(--line); }
    .origin { margin: 0 0 .6rem; color: var(--soft); font-size: .92rem; }
    .pair { display: flex; flex-wrap: wrap; gap: 0 1.2rem; }
    .pair figure { flex: 1 1 22rem; min-width: 0; margin: .4rem 0; }
    figcaption, .trail { margin: 0; color: var(--soft); font-size: .82rem; font-weight: 600; }
    .pair pre { margin-top: .3rem; }

    """

  private static let cases = """
    details > summary { cursor: pointer; }
    .case { border-top: 1px solid var(--line); }
    .case:last-child { border-bottom: 1px solid var(--line); }
    .case > summary { display: flex; align-items: baseline; gap: .6rem; padding: .55rem 0; list-style: none; line-height: 1.45; }
    .case > summary::-webkit-details-marker { display: none; }
    .case > summary::before { content: "+"; flex: none; width: .9rem; color: var(--soft); font: 1rem/1 var(--mono); }
    .case[open] > summary::before { content: "−"; }
    .case > summary:hover .title { color: var(--accent); }
    .case[open] > summary .title { font-weight: 600; }
    .tags { display: flex; flex: none; flex-wrap: wrap; gap: .25rem; margin-left: auto; }
    .case .body { padding: 0 0 1.4rem 1.5rem; scroll-margin-top: 8rem; }
    .case .body:target { box-shadow: -2px 0 0 var(--accent); }
    .name { margin: 0 0 .5rem; font: .78rem var(--mono); overflow-wrap: anywhere; }
    .name a { color: var(--soft); text-decoration: none; }
    .name a:hover { text-decoration: underline; }
    .setting > summary, .elsewhere > summary { color: var(--soft); font-size: .85rem; }
    .trail { margin-top: 1rem; }
    .events { margin: .2rem 0 0; padding: 0; list-style: none; counter-reset: event; }
    .events > li { position: relative; padding: .3rem 0 .3rem 1.5rem; counter-increment: event; }
    .events > li::before { content: counter(event); position: absolute; left: 0; top: .35rem; color: var(--soft); font-size: .85rem;
      font-variant-numeric: tabular-nums; }
    .events p { margin: 0; }
    .event .kind { font-weight: 600; }
    .event .activity { margin-left: .4rem; font-family: var(--serif); font-style: italic; overflow-wrap: anywhere; }
    .event { max-height: 12rem; overflow: auto; }
    .events pre { margin: .35rem 0; }
    .events .further { color: var(--soft); font-size: .85rem; }
    .events .further code { color: var(--ink); }
    .no-data { color: var(--soft); font-size: .88rem; }
    .notes { margin: .9rem 0 0; max-width: 42rem; font-size: .93rem; }
    p.facts { display: flex; flex-wrap: wrap; gap: .1rem 1.4rem; margin: .9rem 0 0; color: var(--soft); font-size: .8rem; }
    .place { overflow-wrap: anywhere; }
    .elsewhere { margin-top: .8rem; }
    .elsewhere ul { margin: .3rem 0 0; padding-left: 1.5rem; font-size: .92rem; list-style: none; }
    .open-all { padding: .3rem .8rem; border: 1px solid var(--line); border-radius: .4rem; background: none; color: var(--soft);
      font: .85rem var(--sans); cursor: pointer; }
    .open-all:hover { color: var(--accent); }
    @media (max-width: 36rem) {
      .case > summary { flex-wrap: wrap; }
      .case > summary .title { flex: 1 1 80%; }
      .tags { margin-left: 1.5rem; }
      .case .body, .events > li { padding-left: 0; }
      .events > li::before { position: static; margin-right: .5rem; float: left; }
    }

    """

  private static let lists = """
    .lead { margin: 0 0 1.5rem; font-size: 1.25rem; line-height: 1.6; }
    .sum { display: flex; flex-wrap: wrap; gap: .3rem 2rem; margin: 0 0 1rem; color: var(--soft); }
    .sum a { color: inherit; } .sum b { color: var(--ink); font-variant-numeric: tabular-nums; }
    .chapters { margin: 0; padding: 0; list-style: none; }
    .chapters li { padding: .9rem 0; border-top: 1px solid var(--line); }
    .chapters a { color: var(--ink); font: 600 1.1rem var(--serif); text-decoration: none; }
    .chapters a:hover { color: var(--accent); text-decoration: underline; }
    .chapters .numbers { margin-left: .9rem; color: var(--soft); font-size: .82rem; }
    .chapters p { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; margin: .15rem 0 0; max-width: 44rem;
      overflow: hidden; color: var(--soft); font-size: .92rem; line-height: 1.5; }
    .case-list { margin: 0; padding: 0; list-style: none; }
    .case-list li { padding: .3rem 0; }
    .case-list a { color: var(--ink); text-decoration-color: var(--line); }
    .case-list a:hover { color: var(--accent); }
    .case-list .home, .case-list .home a { color: var(--soft); font-size: .8rem; }
    .case-list .home { margin-left: .4rem; }
    .neighbours { display: flex; justify-content: space-between; gap: 1rem; margin-top: 4rem; padding-top: 1.2rem;
      border-top: 1px solid var(--line); }
    .neighbours [rel=prev]::before { content: "← "; } .neighbours [rel=next] { margin-left: auto; }
    .neighbours [rel=next]::after { content: " →"; }

    """

  /// What does not apply to the chosen edition is hidden, unless it is what was asked for.
  private static var editions: String {
    let rules = Suite.editions.map { edition in
      """
      [data-edition="\(edition)"] [data-editions]:not([data-editions~="\(edition)"], :target, :has(:target)) { display: none; }
      :root:not([data-edition="\(edition)"]) [data-notice="\(edition)"] { display: none; }

      """
    }
    return rules.joined()
  }

  private static let print = """
    @media print {
      @page { margin: 2cm 1.8cm; }
      :root { --paper: #fff; --raised: #f7f7f5; --ink: #000; --soft: #555; --line: #ccc; --accent: #17605a; --string: #7a4a1d;
        --word: #6b3f86; --warm: #8a5a12; }
      :root { font-size: 10pt; }
      .setting:not([open]), .bar, #contents, .neighbours, .skip, .anchor, .open-all, .elsewhere { display: none !important; }
      .page { display: block; padding: 0; }
      main { padding: 0; }
      a { color: inherit; text-decoration: none; }
      pre { max-height: none; overflow: visible; }
      h1, h2, h3, summary, .statement, .trail, .event { break-after: avoid; }
      .events > li, dl.facts div, tr { break-inside: avoid; }
      .case:not([open]) > summary::before { content: "·"; }
    }

    """
}
