// What the page of a run does: it lists the cases, narrows them down, and explains one when it is unfolded.
// It only ever sets texts, attributes of its own and handlers, never markup.
"use strict";
(() => {
const data = JSON.parse(document.getElementById("data").textContent);
// A map, because an id may be the name of something that every object has.
const requirements = new Map(Object.entries(data.requirements));
const main = document.getElementById("cases");
const many = data.runs.length > 1;
const unexpected = new Set(["failed", "errored", "unexpected-pass"]);
const signs = { passed: "✓", failed: "✗", errored: "!", unsupported: "–", "known-failure": "~", "unexpected-pass": "?" };
const phrases = { "known-failure": "known to fail", "unexpected-pass": "passed unexpectedly" };
// What cannot be seen or turns the direction of writing is spelled out, as terminals get it.
const hidden = /(?![\u200c\u200d\ufe00-\ufe0f])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{DI}\p{NChar}\u2800]/gu;
const visible = (text) => text.replace(hidden, (one) =>
  one === "\n" ? "\\n" : one === "\t" ? "\\t" : one === "\r" ? "\\r" : `\\u{${one.codePointAt(0).toString(16)}}`);
const make = (tag, kind, ...content) => {
  const element = document.createElement(tag);
  if (kind) element.className = kind;
  element.append(...content.map((one) => typeof one === "string" ? visible(one) : one));
  return element;
};
// Lines that were made to be shown keep their breaks.
const block = (text) => {
  const element = make("pre");
  element.textContent = text.split("\n").map(visible).join("\n");
  return element;
};
// A sentence of the specification, in which code stands between backticks.
const prose = (text) => text.split("`").map((part, index) => index % 2 ? make("code", "", part) : part);
const phrase = (verdict) => phrases[verdict] ?? verdict;
const verdictsOf = (one) => one.verdicts.filter((verdict) => verdict).map((verdict) => verdict.verdict);
const chapterOf = (one) => one.name.split("/")[0];
for (const one of data.cases) {
  const reasons = one.verdicts.flatMap((verdict) => verdict ? [verdict.reason, verdict.known] : []);
  one.text = [one.name, one.title, ...one.requirements, ...reasons].join("\n").toLowerCase();
  one.set = new Set(one.verdicts.map((verdict) => verdict ? verdict.verdict : ""));
}
const tests = {
  unexpected: ["Not as expected", (one) => [...one.set].some((verdict) => unexpected.has(verdict))],
  differing: ["Differing", (one) => many && one.set.size > 1],
  known: ["Known to fail", (one) => one.set.has("known-failure")],
  unsupported: ["Unsupported", (one) => one.set.has("unsupported")],
  passed: ["Passed", (one) => one.set.has("passed")],
  all: ["All", () => true],
};
const counts = {};
for (const key of Object.keys(tests)) counts[key] = data.cases.filter(tests[key][1]).length;
// One cause may stand behind many cases: what is not as expected is shown by its causes first.
const usual = counts.differing > 0 ? { show: "differing", by: "chapter", q: "" }
  : counts.unexpected > 0 ? { show: "unexpected", by: "cause", q: "" } : { show: "all", by: "chapter", q: "" };
const causesOf = (one) => one.verdicts.flatMap((verdict) => verdict?.cause ?? []);
// What cases may be listed under, by the number or the name of each.
const groupings = {
  ...(data.causes.length > 0 ? { cause: ["By cause", (one) => causesOf(one).length > 0 ? causesOf(one) : [data.causes.length]] } : {}),
  chapter: ["By chapter", (one) => [chapterOf(one)]],
  requirement: ["By requirement", (one) => one.requirements],
};
const titleOf = (key) => now.by === "cause" ? data.causes[key] ?? "Nothing unexpected" : key;
const now = { ...usual, case: "" };
const marks = (one) => {
  const cell = make("span", "marks");
  one.verdicts.forEach((verdict, index) => {
    const word = verdict ? phrase(verdict.verdict) : "not run";
    const sign = make("span", `sign v-${verdict ? verdict.verdict : "none"}`, verdict ? signs[verdict.verdict] : "·");
    sign.setAttribute("aria-hidden", "true");
    sign.title = visible(many ? `${data.runs[index]}: ${word}` : word);
    cell.append(sign, make("span", "unseen", many ? `${data.runs[index]}: ${word}. ` : `${word}: `));
  });
  return cell;
};
const row = (one) => {
  const element = make("details", "case");
  const name = make("span", "name", now.by === "chapter" ? one.name.split("/").slice(1).join("/") : one.name);
  name.title = visible(one.name);
  element.append(make("summary", "", marks(one), make("span", "title", one.title), name));
  element.of = one;
  element.addEventListener("toggle", () => {
    if (element.open) explain(element);
    if (element.open && now.case !== one.name) remember({ case: one.name });
    if (!element.open && now.case === one.name) remember({ case: "" });
  });
  return element;
};
const section = (title, ...content) => [make("h3", "", title), ...content];
const explain = (element) => {
  if (element.children.length > 1) return;
  const one = element.of;
  const body = make("div", "body");
  const link = make("a", "", one.name);
  link.href = "#" + new URLSearchParams({ case: one.name });
  body.append(make("p", "link", link, make("span", "place", one.place)));
  body.append(demands(one.requirements));
  one.verdicts.forEach((verdict, index) => { if (verdict) body.append(judgement(one, verdict, index)); });
  const story = [["Setting", one.setting], ["Given", one.given], ["Steps", one.steps]];
  const failing = new Set(one.verdicts.flatMap((verdict) => verdict?.failing ?? []));
  for (const [title, lines] of story) {
    if (lines) body.append(...section(title, title === "Steps" && failing.size > 0 ? steps(lines, failing) : block(lines.join("\n"))));
  }
  const notes = one.verdicts.find((verdict) => verdict?.notes)?.notes;
  if (notes) body.append(...section("Where to look", make("p", "notes", notes.join(" "))));
  element.append(body);
};
// The steps that a finding is about have a mark.
const steps = (lines, failing) => {
  const element = make("pre");
  lines.forEach((line, index) => {
    const text = (index > 0 ? "\n" : "") + (failing.has(index) ? "✗ " : "  ");
    const shown = failing.has(index) ? make("b", "failing", line) : visible(line);
    element.append(text, shown);
  });
  return element;
};
const demands = (ids) => {
  const list = make("ul", "demands");
  for (const id of ids) {
    const [level, text] = requirements.get(id) ?? ["", ""];
    list.append(make("li", "", make("b", "", id), " ", make("span", "level", level.toUpperCase()), " ", ...prose(text)));
  }
  return list;
};
const judgement = (one, verdict, index) => {
  const part = make("div", "verdict");
  const sign = make("span", "sign", signs[verdict.verdict]);
  sign.setAttribute("aria-hidden", "true");
  const words = (many ? `${data.runs[index]}: ` : "") + phrase(verdict.verdict);
  const line = make("p", `line v-${verdict.verdict}`, sign, " ", words);
  if (verdict.seconds > 0) line.append(make("span", "time", `${(verdict.seconds * 1000).toFixed(1)} ms`));
  part.append(line);
  if (verdict.known) part.append(make("p", "", `Listed as a known failure: ${verdict.known}`));
  if (verdict.reason) part.append(make("p", "", verdict.reason));
  if (verdict.findings) {
    const list = make("ul", "findings");
    for (const [place, message] of verdict.findings) {
      list.append(place ? make("li", "", make("code", "", place), ": ", message) : make("li", "", message));
    }
    part.append(list);
  }
  if (verdict.rows) part.append(sides(verdict.rows));
  else if (one.expected) part.append(...section("Expected", block(one.expected.join("\n"))));
  if (verdict.log) part.append(...section("Log", block(verdict.log)));
  if (verdict.answer || verdict.omitted) {
    const raw = make("details", "raw", make("summary", "", "The whole answer"));
    raw.append(verdict.answer ? block(verdict.answer) : make("p", "", `It has ${verdict.omitted} bytes and was not kept.`));
    part.append(raw);
  }
  return part;
};
// Expected and actual, a line beside a line; what differs within a line is marked.
const sides = (rows) => {
  const table = make("table", "sides");
  table.setAttribute("role", "table");
  const head = make("tr", "", make("th", "mark", make("span", "unseen", "Result")), make("th", "", "Expected"), make("th", "", "Actual"));
  head.firstChild.scope = "col";
  const body = make("tbody");
  for (const one of rows) {
    const isText = typeof one === "string";
    const [left, right] = isText ? [one, one] : [one.expected, one.actual];
    const isSame = isText || one.same === true;
    const sign = isSame ? "" : left === undefined ? "+" : right === undefined ? "−" : "≠";
    const word = isSame ? "" : left === undefined ? "not expected" : right === undefined ? "missing" : "differs";
    const mark = make("td", "mark");
    if (sign) {
      const shown = make("span", "", sign);
      shown.setAttribute("aria-hidden", "true");
      mark.append(shown, make("span", "unseen", word));
    }
    const cells = [mark, make("td", "expected"), make("td", "actual")];
    if (left === undefined) cells[1].classList.add("nothing");
    if (right === undefined) cells[2].classList.add("nothing");
    if (isSame || left === undefined || right === undefined) {
      cells[1].append(visible(left ?? ""));
      cells[2].append(visible(right ?? ""));
    } else {
      markDifference(cells[1], cells[2], left, right);
    }
    const kind = isSame ? (left === right ? "same" : "match") : right === undefined ? "differs missing" : "differs";
    const line = make("tr", kind, ...cells);
    for (const cell of [line, ...cells]) cell.setAttribute("role", cell === line ? "row" : "cell");
    body.append(line);
  }
  table.append(make("thead", "", head), body);
  body.setAttribute("role", "rowgroup");
  return table;
};
const markDifference = (leftCell, rightCell, left, right) => {
  const [a, b] = [Array.from(left), Array.from(right)];
  const most = Math.min(a.length, b.length);
  let before = 0;
  while (before < most && a[before] === b[before]) before += 1;
  let after = 0;
  while (after < most - before && a[a.length - 1 - after] === b[b.length - 1 - after]) after += 1;
  // Whole words are easier to read than the letters that happen to differ.
  const isWord = (one) => one !== undefined && /[\p{L}\p{N}_]/u.test(one);
  while (before > 0 && isWord(a[before - 1])) before -= 1;
  while (after > 0 && isWord(a[a.length - after])) after -= 1;
  for (const [cell, text] of [[leftCell, a], [rightCell, b]]) {
    const end = text.length - after;
    cell.append(visible(text.slice(0, before).join("")), make("mark", "", text.slice(before, end).join("")), visible(text.slice(end).join("")));
  }
};
const list = make("div", "list");
let groups = [];
const build = () => {
  const keys = groupings[now.by][1];
  const found = new Map();
  for (const one of data.cases) {
    for (const key of new Set(keys(one))) {
      if (!found.has(key)) found.set(key, []);
      found.get(key).push(one);
    }
  }
  groups = [...found].map(([key, cases]) => {
    const sum = make("span", "sum");
    const group = make("section", now.by === "cause" ? "group cause" : "group", make("h2", "", titleOf(key), sum));
    const demand = requirements.get(key);
    if (now.by === "requirement" && demand) {
      group.append(make("p", "demand", make("span", "level", demand[0].toUpperCase()), " ", ...prose(demand[1])));
    }
    const rows = cases.map(row);
    group.append(...rows);
    group.key = key;
    return { group, rows, sum };
  });
  if (now.by === "cause") groups.sort((one, other) => one.group.key - other.group.key);
  if (now.by === "requirement") {
    const parts = (key) => [key.replace(/-\d+$/, ""), Number(/-(\d+)$/.exec(key)?.[1] ?? 0)];
    const rank = new Map();
    for (const { group } of groups) { const [area] = parts(group.key); if (!rank.has(area)) rank.set(area, rank.size); }
    groups.sort((one, other) => {
      const [a, b] = [parts(one.group.key), parts(other.group.key)];
      return rank.get(a[0]) - rank.get(b[0]) || a[1] - b[1];
    });
  }
  list.replaceChildren(...groups.map(({ group }) => group));
};
const status = make("p", "found");
status.setAttribute("role", "status");
const none = make("p", "none", "No case is like that.");
const narrow = () => {
  const test = tests[now.show][1];
  const words = now.q.toLowerCase().split(/\s+/).filter((word) => word);
  const shown = new Set();
  for (const { group, rows, sum } of groups) {
    let count = 0;
    for (const element of rows) {
      const one = element.of;
      const fits = test(one) && words.every((word) => one.text.includes(word));
      element.hidden = !fits;
      if (fits) { count += 1; shown.add(one.name); }
    }
    group.hidden = count === 0;
    sum.textContent = count === rows.length ? `${count}` : `${count} of ${rows.length}`;
  }
  none.hidden = shown.size > 0;
  status.textContent = `${shown.size} of ${data.cases.length} cases`;
};
const search = make("input");
search.type = "search";
search.placeholder = "Search";
search.spellcheck = false;
search.autocomplete = "off";
search.setAttribute("aria-label", "Search names, titles and requirements");
search.setAttribute("aria-keyshortcuts", "/");
search.addEventListener("input", () => { remember({ q: search.value }); narrow(); });
const choice = (name, title, options) => {
  const set = make("fieldset", "choice", make("legend", "unseen", title));
  for (const [value, label] of options) {
    const input = make("input");
    input.type = "radio";
    input.name = name;
    input.value = value;
    input.addEventListener("change", () => {
      remember({ [name]: value });
      if (name === "by") build();
      narrow();
    });
    set.append(make("label", "", input, make("span", "", label)));
  }
  return set;
};
const filters = Object.keys(tests).filter((key) => key === "all" || counts[key] > 0)
  .map((key) => [key, `${tests[key][0]} ${counts[key]}`]);
const bar = make("div", "tools", search, choice("show", "Show", filters),
  choice("by", "Group by", Object.entries(groupings).map(([key, [label]]) => [key, label])), status);
bar.setAttribute("role", "search");
const check = () => {
  for (const input of bar.querySelectorAll("input[type=radio]")) input.checked = now[input.name] === input.value;
  if (search.value !== now.q) search.value = now.q;
};
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey && !/^(INPUT|TEXTAREA)$/.test(event.target.tagName)) {
    event.preventDefault();
    search.focus();
  }
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  if (event.target.tagName !== "SUMMARY" || !event.target.parentElement.classList.contains("case")) return;
  const all = [...list.querySelectorAll(".case:not([hidden]) > summary")];
  const next = all[all.indexOf(event.target) + (event.key === "ArrowDown" ? 1 : -1)];
  if (next) { event.preventDefault(); next.focus(); }
});
// The address holds what is shown, so that it can be passed on.
const address = () => {
  const parts = new URLSearchParams();
  for (const key of ["show", "by", "q"]) if (now[key] !== usual[key]) parts.set(key, now[key]);
  if (now.case) parts.set("case", now.case);
  return "#" + parts;
};
const remember = (change) => {
  Object.assign(now, change);
  try { history.replaceState(null, "", address()); } catch { /* the page still shows it */ }
};
const follow = () => {
  if (location.hash === "#cases" || location.hash === address()) return;
  const parts = new URLSearchParams(location.hash.slice(1));
  const by = now.by;
  now.show = Object.hasOwn(tests, parts.get("show") ?? "") ? parts.get("show") : usual.show;
  now.by = parts.has("chapter") ? "chapter" : Object.hasOwn(groupings, parts.get("by") ?? "") ? parts.get("by") : usual.by;
  now.q = parts.get("q") ?? "";
  now.case = parts.get("case") ?? "";
  const wanted = data.cases.find((one) => one.name === now.case);
  if (wanted && !tests[now.show][1](wanted)) now.show = "all";
  if (wanted && now.q) now.q = "";
  check();
  if (by !== now.by) build();
  narrow();
  const chapter = parts.get("chapter");
  if (chapter !== null) return showChapter(chapter);
  const element = wanted && groups.flatMap(({ rows }) => rows).find((one) => one.of === wanted);
  if (!element) return;
  element.open = true;
  explain(element);
  element.scrollIntoView();
  element.firstChild.focus({ preventScroll: true, focusVisible: false });
};
// A chapter that the filter hides is shown whole.
const showChapter = (chapter) => {
  const find = () => groups.find(({ group }) => group.key === chapter && !group.hidden);
  if (!find()) { now.show = "all"; check(); narrow(); }
  find()?.group.scrollIntoView();
};
for (const cell of document.querySelectorAll("[data-chapter]")) {
  const link = make("a", "", cell.textContent);
  link.href = "#" + new URLSearchParams({ chapter: cell.dataset.chapter });
  cell.replaceChildren(link);
}
main.append(bar, none, list);
build();
check();
narrow();
window.addEventListener("hashchange", follow);
follow();
})();
