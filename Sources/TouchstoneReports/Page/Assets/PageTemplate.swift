import Touchstone

/// The outline of a page.
///
/// What stands in double braces is escaped; style, script and data are made by this program.
enum PageTemplate {
  static let text = """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="{{policy}}">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>{{title}} · Touchstone</title>
    <link rel="icon" href="data:,">
    <style>{{{style}}}</style>
    </head>
    <body>
    <a class="skip" href="#cases">Skip to the cases</a>
    <header class="head">
    <p class="brand">Touchstone <span>conformance report</span></p>
    <h1>{{title}}</h1>
    <div class="runs">
    {{#runs}}
    <section class="run">
    {{#isComparison}}<h2>{{name}}</h2>{{/isComparison}}
    <p class="outcome {{#isAsExpected}}good{{/isAsExpected}}{{^isAsExpected}}bad{{/isAsExpected}}">{{#isAsExpected}}As expected{{/isAsExpected}}{{^isAsExpected}}Not as expected{{/isAsExpected}}</p>
    <p class="class">{{classSentence}}</p>
    <svg class="bar" viewBox="0 0 1000 1" preserveAspectRatio="none" aria-hidden="true">{{#segments}}<rect class="v-{{verdict}}" x="{{start}}" width="{{width}}" height="1"/>{{/segments}}</svg>
    <ul class="counts">
    {{#verdicts}}
    <li class="v-{{verdict}}"><span class="sign" aria-hidden="true">{{sign}}</span> <b>{{count}}</b> {{word}}</li>
    {{/verdicts}}
    </ul>
    {{#unfinished}}
    <p class="stale">{{.}}</p>
    {{/unfinished}}
    {{#faults}}
    <p class="stale">Outside of any case: {{.}}</p>
    {{/faults}}
    {{#stale}}
    <p class="stale">Known failure that does not hold: {{.}}</p>
    {{/stale}}
    <p class="facts">{{facts}}</p>
    </section>
    {{/runs}}
    </div>
    </header>
    <section class="overview{{#isComparison}} many{{/isComparison}}" aria-labelledby="overview">
    <h2 id="overview">Chapters</h2>
    <div class="table" tabindex="0" role="region" aria-labelledby="overview">
    <table>
    <thead><tr><th scope="col">Chapter</th>{{#runs}}<th scope="col">{{#isComparison}}{{name}}{{/isComparison}}{{^isComparison}}Passed{{/isComparison}}</th>{{/runs}}</tr></thead>
    <tbody>
    {{#chapters}}
    <tr><th scope="row" data-chapter="{{name}}">{{name}}</th>{{#cells}}<td>{{#isEmpty}}–{{/isEmpty}}{{^isEmpty}}<svg class="bar" viewBox="0 0 1000 1" preserveAspectRatio="none" aria-hidden="true">{{#segments}}<rect class="v-{{verdict}}" x="{{start}}" width="{{width}}" height="1"/>{{/segments}}</svg><span class="ratio"><b>{{passed}}</b>/{{selected}}</span>{{#others}} <span class="v-{{verdict}}"><span class="sign" aria-hidden="true">{{sign}}</span> {{count}} <span class="word">{{word}}</span></span>{{/others}}{{/isEmpty}}</td>{{/cells}}</tr>
    {{/chapters}}
    </tbody>
    </table>
    </div>
    </section>
    <main id="cases" tabindex="-1">
    <noscript><p class="notice">The cases are shown by a script of this page, which this browser does not run. All of them are in the JSON report.</p></noscript>
    </main>
    <script type="application/json" id="data">{{{data}}}</script>
    <script>{{{script}}}</script>
    </body>
    </html>

    """
}
