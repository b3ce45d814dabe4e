// What the book does beyond being read: remembers the edition, opens what a link leads to, and searches.
// It only ever sets texts and attributes, never markup; without it every page is complete.
"use strict";

// The edition: chosen once, remembered, and applied before anything is drawn.
(() => {
  const key = "touchstone-edition";
  const root = document.documentElement;
  const show = (edition) => {
    if (edition && edition !== "all") root.dataset.edition = edition;
    else delete root.dataset.edition;
  };
  const remembered = () => {
    try { return localStorage.getItem(key); } catch { return null; }
  };
  show(remembered());
  document.addEventListener("DOMContentLoaded", () => {
    for (const element of document.querySelectorAll(".scripted")) element.hidden = false;
    const choices = [...document.querySelectorAll("input[name=edition]")];
    const chosen = choices.find((choice) => choice.value === root.dataset.edition) ?? choices[0];
    chosen.checked = true;
    show(chosen.value);
    for (const choice of choices) {
      choice.addEventListener("change", () => {
        show(choice.value);
        try { localStorage.setItem(key, choice.value); } catch { /* not remembered, but shown */ }
      });
    }
  });
  window.addEventListener("storage", (event) => {
    if (event.key !== key) return;
    show(event.newValue);
    const choice = [...document.querySelectorAll("input[name=edition]")].find((one) => one.value === (event.newValue ?? "all"));
    if (choice) choice.checked = true;
  });
})();
// Examples: what a link leads to is open, and all can be opened at once.
document.addEventListener("DOMContentLoaded", () => {
  const reveal = () => {
    let target = null;
    try { target = document.getElementById(decodeURIComponent(location.hash.slice(1))); } catch { return; }
    const example = target?.closest("details.case");
    if (!example) return;
    example.open = true;
    example.scrollIntoView();
  };
  window.addEventListener("hashchange", reveal);
  reveal();
  const button = document.querySelector(".open-all");
  button?.addEventListener("click", () => {
    const isOpen = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", String(isOpen));
    button.textContent = isOpen ? "Close all examples" : "Open all examples";
    for (const example of document.querySelectorAll("details.case")) example.open = isOpen;
  });
});
// Search: the index is loaded when it is first needed.
document.addEventListener("DOMContentLoaded", () => {
  const input = document.getElementById("search");
  const results = document.getElementById("results");
  const count = results.querySelector(".count");
  const list = results.querySelector("ul");
  const limit = 40;
  let entries = null;
  let isLoading = false;

  const load = () => {
    if (isLoading) return;
    isLoading = true;
    const script = document.createElement("script");
    script.src = "search-index.js";
    script.addEventListener("load", () => {
      entries = window.touchstoneIndex.map(([kind, name, title, words, address, editions], place) => ({
        kind, name, title, address, editions, place,
        keys: [name, title, words].map((text) => text.toLowerCase()),
      }));
      find();
    });
    document.head.append(script);
  };

  // Every word must be there; where it is decides the order.
  const score = (entry, words, whole) => {
    const [name, title, rest] = entry.keys;
    let sum = name === whole ? 1000 : name.startsWith(whole) ? 300 : 0;
    for (const word of words) {
      if (name.includes(word)) sum += 12;
      else if (title.includes(word)) sum += (" " + title).includes(" " + word) ? 10 : 6;
      else if (rest.includes(word)) sum += 2;
      else return 0;
    }
    return sum + (entry.kind === "chapter" ? 5 : entry.kind === "requirement" ? 3 : 0);
  };

  const find = () => {
    const whole = input.value.trim().toLowerCase();
    results.hidden = whole === "";
    if (whole === "") return;
    if (!entries) { count.textContent = "Loading"; return; }
    const edition = document.documentElement.dataset.edition;
    const words = whole.split(/\s+/);
    const found = [];
    let elsewhere = 0;
    for (const entry of entries) {
      const points = score(entry, words, whole);
      if (points === 0) continue;
      if (edition && entry.editions && !entry.editions.split(" ").includes(edition)) elsewhere += 1;
      else found.push([points, entry]);
    }
    found.sort((left, right) => right[0] - left[0] || left[1].place - right[1].place);
    const shown = found.slice(0, limit);
    const sum = found.length === 0 ? "Nothing found"
      : found.length > limit ? `The first ${limit} of ${found.length}` : `${found.length} found`;
    count.textContent = elsewhere > 0 ? `${sum} in edition ${edition}, ${elsewhere} in others` : sum;
    list.replaceChildren(...shown.map(([, entry]) => item(entry)));
  };

  const item = (entry) => {
    const link = document.createElement("a");
    link.href = entry.address;
    const where = document.createElement("span");
    where.className = "where";
    where.textContent = `${entry.kind} ${entry.name}`;
    link.append(where, entry.title);
    const row = document.createElement("li");
    row.append(link);
    return row;
  };

  const close = () => { results.hidden = true; };
  const move = (step) => {
    const links = [...list.querySelectorAll("a")];
    const place = links.indexOf(document.activeElement) + step;
    if (place < 0) input.focus();
    else links[Math.min(place, links.length - 1)]?.focus();
  };

  input.addEventListener("focus", () => { load(); find(); });
  input.addEventListener("input", find);
  list.addEventListener("click", close);
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target.closest?.("input, textarea, select, [contenteditable]");
    if (event.key === "/" && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      input.focus();
      input.select();
    } else if (event.target.closest?.(".search")) {
      if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        event.preventDefault();
        move(event.key === "ArrowDown" ? 1 : -1);
      } else if (event.key === "Enter" && event.target === input) {
        list.querySelector("a")?.click();
      } else if (event.key === "Escape") {
        close();
        input.focus();
      }
    }
  });
  document.addEventListener("focusin", (event) => { if (!event.target.closest(".search")) close(); });
  document.addEventListener("pointerdown", (event) => { if (!event.target.closest(".search")) close(); });
});
