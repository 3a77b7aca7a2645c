// Which errors are shown: a class, groups of it, the responses that make them, words.

class Filters {
  constructor(corpus, changed) {
    Object.assign(this, { corpus, changed, error: -1, by: "kinds", chosen: new Map(), who: 0, words: "" });
    this.select = byId("by");
    this.select.addEventListener("change", () => this.set({ by: this.select.value }));
    byId("who")?.addEventListener("change", (event) => this.set({ who: Number(event.target.value) }));
    byId("search").addEventListener("input", (event) => this.set({ words: event.target.value.trim().toLowerCase() }));
    byId("filters").addEventListener("submit", (event) => event.preventDefault());
    byId("groups").addEventListener("click", (event) => {
      const button = event.target.closest("button[data-g]");
      if (button) this.toggle(this.by, Number(button.dataset.g));
      else if (event.target.closest("button")) this._list(true);
    });
    byId("chosen").addEventListener("click", (event) => {
      const button = event.target.closest("button[data-by]");
      if (!button) return;
      this.toggle(button.dataset.by, this.chosen.get(button.dataset.by));
      byId("title").focus({ preventScroll: true });
    });
  }

  get kind() {
    return this.corpus.classes[this.error];
  }

  /** [name, title, groups] of the groupings of the class that divide it. */
  get groupings() {
    const all = this.corpus.groupings[this.kind.view];
    const found = all.filter(([name, , names], at) => {
      const used = new Set(this.corpus.rows[this.error].map((row) => names[row.groups[at]]));
      return SINGLE.has(name) ? used.size > 1 : [...used].some((group) => !UNKNOWN.has(group));
    });
    return found.length ? found : all.slice(0, 1);
  }

  _at(by) {
    return this.corpus.groupings[this.kind.view].findIndex(([name]) => name === by);
  }

  /** Shows a class of errors, without filters. */
  show(error) {
    Object.assign(this, { error, chosen: new Map(), words: "" });
    byId("search").value = "";
    const names = this.groupings.map(([name]) => name);
    if (!names.includes(this.by)) this.by = names[0];
    this.select.replaceChildren(...this.groupings.map(([name, title]) => make("option", { value: name }, title)));
    this.set({});
  }

  set(values) {
    Object.assign(this, values);
    this.select.value = this.by;
    if (byId("who")) byId("who").value = String(this.who);
    this._list(false);
    this._chips();
    this.changed();
  }

  toggle(by, group) {
    if (this.chosen.get(by) === group) this.chosen.delete(by);
    else this.chosen.set(by, group);
    this.set({});
  }

  get active() {
    return this.chosen.size > 0 || this.words !== "" || this.who !== 0;
  }

  clear() {
    byId("search").value = "";
    this.chosen.clear();
    this.set({ words: "", who: 0 });
  }

  nextGrouping() {
    const names = this.groupings.map(([name]) => name);
    this.set({ by: names[(names.indexOf(this.by) + 1) % names.length] });
  }

  /** The errors that pass all filters but one grouping. */
  rows(except) {
    const wanted = [...this.chosen].filter(([by]) => by !== except).map(([by, group]) => [this._at(by), group]);
    return this.corpus.rows[this.error].filter(
      (row) =>
        (!this.who || row.by === this.who) &&
        wanted.every(([at, group]) => row.groups[at] === group) &&
        (!this.words || this.corpus.haystack(row).includes(this.words)),
    );
  }

  /** The bars of the groups: of how many links or mentions how many are errors, where nothing else is chosen. */
  _list(all) {
    const at = this._at(this.by), names = this.corpus.groupings[this.kind.view][at][2];
    const counts = names.map(() => [0, 0, 0, 0]);
    for (const row of this.rows(this.by)) counts[row.groups[at]][row.by]++;
    const alone = [...this.chosen.keys()].every((by) => by === this.by) && !this.words && !this.who;
    const totals = alone && this.corpus.systems.length === 1 ? this.kind.totals[this.by]?.[0] : undefined;
    const sizes = counts.map((count) => count[1] + count[2] + count[3]);
    const most = Math.max(1, ...(totals ? totals.filter((_, group) => sizes[group]) : sizes));
    const shown = names.map((_, group) => group).filter((group) => names[group] && (sizes[group] || this.chosen.get(this.by) === group));
    if (!ORDERED.has(this.by)) shown.sort((one, other) => sizes[other] - sizes[one] || one - other);
    const first = all || shown.length <= GROUPS + 2 ? shown : shown.slice(0, GROUPS);
    const rows = first.map((group) => this._bar(names[group], group, counts[group], totals?.[group], most));
    if (first.length < shown.length) rows.push(make("li", { className: "more" }, make("button", { type: "button" }, `${shown.length - first.length} more`)));
    const before = document.activeElement?.closest?.("#groups button")?.dataset.g;
    byId("groups").replaceChildren(...rows);
    if (before !== undefined) byId("groups").querySelector(`[data-g="${before}"]`)?.focus({ preventScroll: true });
  }

  _bar(name, group, [, a, b, both], whole, most) {
    const size = a + b + both;
    const two = this.corpus.systems.length > 1;
    const each = [a, b].map((one, at) => `${"AB"[at]} ${(one + both).toLocaleString("en")}`).join(" · ");
    const told = two && !this.who ? each : whole ? `${size.toLocaleString("en")} of ${whole.toLocaleString("en")}` : size.toLocaleString("en");
    const share = whole ? `${Math.round((100 * size) / whole)} %` : "";
    const parts = two ? [both, a, b] : [0, size];
    return make(
      "li",
      {},
      make(
        "button",
        { type: "button", "data-g": group, "aria-pressed": String(this.chosen.get(this.by) === group) },
        make("bdi", { className: "name" }, name),
        barOf(parts, whole || size, most),
        make("span", { className: "count" }, told),
        make("span", { className: "share" }, share),
      ),
    );
  }

  _chips() {
    const chips = [...this.chosen].map(([by, group]) => {
      const [, title, names] = this.corpus.groupings[this.kind.view][this._at(by)];
      const button = make("button", { type: "button", className: "button", "data-by": by }, `${title}: `, make("bdi", {}, names[group]), make("span", { "aria-hidden": "true" }, " ×"));
      button.setAttribute("aria-label", `${title}: ${names[group]}, remove`);
      return make("li", {}, button);
    });
    byId("chosen").replaceChildren(...chips);
  }
}

const GROUPS = 12; // groups that are listed at once
const SINGLE = new Set(["genre", "document"]); // groupings that are left out if there is one group
const UNKNOWN = new Set(["", "mention", "mention to mention", "not known"]); // groups that tell nothing
const ORDERED = new Set(["distance", "size"]); // groupings whose groups have an order of their own

/** A bar: a track for the whole, and parts of it. */
function barOf(parts, whole, most) {
  const track = make("span", { className: "track", "aria-hidden": "true" });
  track.style.width = `${(100 * whole) / most}%`;
  parts.forEach((part, number) => {
    const piece = make("i", { className: `s${number}` });
    piece.style.width = whole ? `${(100 * part) / whole}%` : "0";
    track.append(piece);
  });
  return make("span", { className: "room", "aria-hidden": "true" }, track);
}
