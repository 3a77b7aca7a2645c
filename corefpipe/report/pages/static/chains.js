// The list of chains: by size, filtered, searched, built as it is scrolled.

const BATCH = 100; // chains that are listed at once

class ChainList {
  constructor(signs, chosen) {
    this.signs = signs;
    this.list = byId("chains");
    this.search = byId("search");
    this.kind = byId("kind");
    this.singletons = byId("singletons");
    byId("filters").hidden = false;
    for (const [input, event] of [[this.search, "input"], [this.kind, "change"], [this.singletons, "change"]]) {
      input.addEventListener(event, () => this.filter());
    }
    this.list.addEventListener("click", (event) => {
      const button = event.target.closest("button[data-c]");
      if (button) chosen(Number(button.dataset.c));
      else if (event.target.closest(".more")) this._more(true);
    });
    this.list.addEventListener("keydown", (event) => this._move(event));
    this.list.parentElement.addEventListener("scroll", () => {
      const box = this.list.parentElement;
      if (box.scrollTop + 2 * box.clientHeight > box.scrollHeight) this._more(false);
    });
  }

  show(text) {
    this.text = text;
    this.chosen = -1;
    this.search.value = "";
    const named = text.types.filter(Boolean);
    this.kind.replaceChildren(make("option", { value: "" }, "all kinds"), ...named.map((kind) => make("option", { value: kind }, kind)));
    this.kind.parentElement.hidden = !named.length;
    const alone = text.names.length - text.singletons;
    this.singletons.parentElement.hidden = !alone;
    this.singletons.checked = alone === text.names.length;
    this._haystacks = undefined;
    this.filter();
  }

  filter() {
    const { text } = this;
    const kind = text.types.indexOf(this.kind.value);
    const words = this.search.value.trim().toLowerCase();
    const last = this.singletons.checked || this.singletons.parentElement.hidden ? text.names.length : text.singletons;
    this.found = [];
    for (let chain = 0; chain < last; chain++) {
      if (this.kind.value && text.type[chain] !== kind) continue;
      if (words && !this._hasWords(chain, words)) continue;
      this.found.push(chain);
    }
    const what = words || this.kind.value ? " found" : "";
    byId("found").textContent = counted(this.found.length, "chain") + what;
    document.body.classList.toggle("singletons", this.singletons.checked);
    this.shown = 0;
    this.list.replaceChildren();
    this._more(false);
  }

  /** Whether the name of a chain or one of its mentions contains some words. */
  _hasWords(chain, words) {
    const { text } = this;
    if (!this._haystacks) {
      this._haystacks = text.members.map((members, c) => {
        const told = new Set([text.names[c].toLowerCase(), String(c + 1)]);
        for (const i of members) told.add(text.words(i).toLowerCase());
        return [...told].join("\n");
      });
    }
    return this._haystacks[chain].includes(words);
  }

  _more(focus) {
    const next = this.found.slice(this.shown, this.shown + BATCH);
    if (!next.length) return;
    this.list.querySelector(".more")?.remove();
    const rows = next.map((chain) => this._row(chain));
    this.list.append(...rows);
    this.shown += next.length;
    const left = this.found.length - this.shown;
    if (left) this.list.append(make("li", { className: "more" }, make("button", { type: "button" }, `${left.toLocaleString("en")} more`)));
    if (focus) rows[0].firstChild.focus();
  }

  _row(chain) {
    const { text, signs } = this;
    const count = text.members[chain].length;
    const button = make(
      "button",
      { type: "button", "data-c": chain, "aria-pressed": String(chain === this.chosen) },
      signOf(chain, count, signs),
      make("bdi", { className: "name" }, text.names[chain]),
      make("span", { className: "kind" }, text.types[text.type[chain]]),
      make("span", { className: "count" }, count.toLocaleString("en"), make("span", { className: "hidden" }, count === 1 ? " mention" : " mentions")),
    );
    return make("li", {}, button);
  }

  choose(chain) {
    this.chosen = chain;
    for (const button of this.list.querySelectorAll("button[aria-pressed=true]")) button.setAttribute("aria-pressed", "false");
    const button = this.list.querySelector(`button[data-c="${chain}"]`);
    button?.setAttribute("aria-pressed", "true");
    button?.scrollIntoView({ block: "nearest" });
  }

  _move(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const row = event.target.closest("li");
    if (!step || !row) return;
    const next = step > 0 ? row.nextElementSibling : row.previousElementSibling;
    next?.querySelector("button").focus();
    event.preventDefault();
  }
}

/** The sign of a chain: its number over its line. */
function signOf(chain, count, signs) {
  const drawn = count > 1 ? `c${chain % signs.colours} l${Math.floor(chain / signs.colours) % signs.lines}` : "one";
  return make("span", { className: `sign ${drawn}` }, String(chain + 1));
}
