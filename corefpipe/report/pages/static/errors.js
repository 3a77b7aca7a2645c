// The page of errors: what is chosen, what the keys do.

const BATCH = 30; // errors that are shown at once
const VIEWS = { links: "Links", mentions: "Mentions", entities: "Entities: steps to the key" };

const corpus = new Corpus(JSON.parse(byId("data").textContent));
const filters = new Filters(corpus, showFound);
const state = { found: [], shown: 0, wide: false };

function buildClasses() {
  const parts = [make("button", { type: "button", "data-e": -1, className: "overview" }, "Overview")];
  const most = Math.max(1, ...corpus.rows.map((rows) => rows.length)); // one scale for all bars
  for (const [view, title] of Object.entries(VIEWS)) {
    const own = corpus.classes.map((_, error) => error).filter((error) => corpus.classes[error].view === view);
    parts.push(make("h3", {}, title), make("ul", {}, ...own.map((error) => make("li", {}, classButton(error, most)))));
  }
  byId("classes").replaceChildren(...parts);
}

function classButton(error, most) {
  const rows = corpus.rows[error], counts = [0, 0, 0, 0];
  for (const row of rows) counts[row.by]++;
  const parts = corpus.systems.length > 1 ? [counts[3], counts[1], counts[2]] : [0, rows.length];
  return make(
    "button",
    { type: "button", "data-e": error },
    make("span", { className: "name" }, corpus.classes[error].title),
    make("span", { className: "count" }, rows.length.toLocaleString("en")),
    barOf(parts, rows.length, most),
  );
}

function choose(error) {
  for (const button of byId("classes").querySelectorAll("button")) {
    if (Number(button.dataset.e) === error) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  }
  byId("overview").hidden = error >= 0;
  byId("examples").hidden = error < 0;
  filters.error = error;
  if (error >= 0) {
    byId("told").textContent = corpus.classes[error].told;
    filters.show(error);
  }
  scrollTo(0, 0);
}

function showFound() {
  const all = corpus.rows[filters.error].length;
  state.found = filters.rows();
  state.shown = 0;
  const { title } = filters.kind;
  byId("title").replaceChildren(title, make("span", { className: "count" }, ` ${all.toLocaleString("en")}`));
  const some = filters.active ? `${state.found.length.toLocaleString("en")} of ` : "";
  byId("found").textContent = all ? some + counted(all, "error") : "There are none.";
  byId("filters").hidden = !all;
  byId("legend").hidden = !all;
  byId("list").replaceChildren();
  more();
}

function more() {
  const next = state.found.slice(state.shown, state.shown + BATCH);
  const size = state.found.length;
  byId("list").append(...next.map((row, at) => exampleOf(corpus, row, state.shown + at, size, state.wide)));
  state.shown += next.length;
}

function legend() {
  const sides = corpus.systems.length > 1 ? ["key", "A", "B"] : ["key", "response"];
  const lines = sides.map((side, at) => make("span", { className: "sign only" + ` l${at}` }, side));
  byId("legend").replaceChildren("Underlined: chains of ", ...lines.flatMap((line, at) => (at ? [" ", line] : [line])), "; ", make("mark", { className: "asked plain" }, "in question"));
}

/** The error that has the focus, or the first in sight. */
function current() {
  const own = document.activeElement.closest("#list li");
  return own || [...byId("list").children].find((item) => item.getBoundingClientRect().bottom > 120);
}

function step(by) {
  if (filters.error < 0) return false;
  const item = current();
  if (!item) return false;
  const focused = item.contains(document.activeElement);
  let next = focused ? (by > 0 ? item.nextElementSibling : item.previousElementSibling) : item;
  if (!next && by > 0 && state.shown < state.found.length) {
    more();
    next = item.nextElementSibling;
  }
  next?.firstChild.focus({ preventScroll: true });
  next?.scrollIntoView({ block: "nearest" });
  return true;
}

function stepClass(by) {
  choose(Math.min(Math.max(filters.error + by, -1), corpus.classes.length - 1));
  byId("classes").querySelector("[aria-current]").scrollIntoView({ block: "nearest" });
  return true;
}

function setWide(wide) {
  state.wide = wide;
  byId("wide").checked = wide;
  const size = state.found.length;
  [...byId("list").children].forEach((item, at) => {
    const focused = item.contains(document.activeElement);
    const fresh = exampleOf(corpus, item.row, at, size, wide);
    item.replaceWith(fresh);
    if (focused) fresh.firstChild.focus({ preventScroll: true });
  });
}

function letGo(event) {
  if (help.open) return false;
  event.target.closest("input")?.blur();
  if (filters.error < 0) return true;
  if (filters.active) filters.clear();
  else choose(-1);
  return true;
}

byId("classes").addEventListener("click", (event) => {
  const button = event.target.closest("button[data-e]");
  if (button) choose(Number(button.dataset.e));
});
byId("overview").addEventListener("click", (event) => {
  const button = event.target.closest("button[data-class]");
  if (!button) return;
  choose(corpus.classes.findIndex((one) => one.id === button.dataset.class));
  byId("title").focus({ preventScroll: true });
});
byId("wide").addEventListener("change", (event) => setWide(event.target.checked));
addEventListener("scroll", onceAFrame(() => {
  if (filters.error >= 0 && state.shown < state.found.length && scrollY + 2 * innerHeight > document.documentElement.scrollHeight) more();
}), { passive: true });

const help = byId("keys");
byId("help").hidden = false;
byId("help").addEventListener("click", () => help.showModal());
byId("close").addEventListener("click", () => help.close());
onKeys({
  n: () => step(1),
  p: () => step(-1),
  ArrowRight: () => stepClass(1),
  ArrowLeft: () => stepClass(-1),
  g: () => filters.error >= 0 && filters.nextGrouping(),
  c: () => filters.error >= 0 && setWide(!state.wide),
  "/": () => filters.error >= 0 && byId("search").focus(),
  "?": () => help.showModal(),
  Escape: letGo,
});
themeButton(byId("theme"), () => {});
document.body.classList.add("scripts");
buildClasses();
legend();
choose(-1);
