// Shows more of a long list: what follows stands in the page as text, and becomes elements when a reader asks for it.
for (const more of document.querySelectorAll(".more")) {
  const list = more.previousElementSibling;
  const parts = [...more.querySelectorAll("script")];
  const left = more.querySelector("span");
  const [next, all] = more.querySelectorAll("button");
  const show = (count) => {
    for (const part of parts.splice(0, count)) {
      list.insertAdjacentHTML("beforeend", part.textContent);
      left.textContent -= part.dataset.count;
    }
    more.hidden = parts.length === 0;
  };
  next.addEventListener("click", () => show(1));
  all.addEventListener("click", () => show(parts.length));
}
