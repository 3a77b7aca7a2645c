// Who says what: the names at the margin of a text, the filter by speaker, what is known of a quotation.

const TOP = 1.2, STEP = 1.15; // em above a name at the margin, and between two on one line

/** The quotations of a text, read from what report/pages/quotations.py has packed; numbers are from 0. */
class Quotations {
  constructor(text, data, signs) {
    Object.assign(this, { text, signs });
    const turns = unpacked(data ? data.turn : "");
    this.size = turns.length;
    if (!data) return;
    Object.assign(this, placesOf(unpacked(data.place), this.size));
    this.more = data.more;
    this.texts = data.texts;
    this.speakers = unpacked(data.speaker);
    this.addressees = unpacked(data.addressee);
    this.cues = unpacked(data.cue);
    this._mentions = [this.speakers, this.addressees].map((column) => mentionsOf(column, this.size));
    this._turns(turns);
    this._marginalia();
  }

  _turns(steps) {
    this.turn = new Int32Array(this.size);
    this.parts = new Map();
    for (let q = 0, turn = 0; q < this.size; q++) {
      turn += unsigned(steps[q]);
      this.turn[q] = turn;
      if (!this.parts.has(turn)) this.parts.set(turn, []);
      this.parts.get(turn).push(q);
    }
  }

  /** Puts the name of the speaker at the margin, for each paragraph of a turn once. */
  _marginalia() {
    this.buttons = new Map();
    let before = -1;
    for (let q = 0; q < this.size; q++) {
      const goesOn = before >= 0 && this.paragraph[before] === this.paragraph[q] && this.turn[before] === this.turn[q];
      before = q;
      if (goesOn) continue;
      const button = this._button(q);
      this.buttons.set(q, button);
      insertAt(this.text.paragraphs[this.paragraph[q]], this.start[q], button);
    }
    this.text.article.classList.add("said");
    this._seen = new Set();
    const observer = new IntersectionObserver((entries) => entries.forEach((entry) => this._see(entry)), { rootMargin: "50%" });
    for (const chunk of this.text.article.querySelectorAll(".chunk:has(.who)")) observer.observe(chunk);
    addEventListener("resize", onceAFrame(() => this._seen.forEach(arrange)));
  }

  _see({ target, isIntersecting }) {
    if (!isIntersecting) this._seen.delete(target);
    else {
      this._seen.add(target);
      arrange(target);
    }
  }

  _button(q) {
    const { chain, name } = this.speaker(q);
    const className = chain < 0 ? "who" : `who c${chain % this.signs.colours}`;
    const tabIndex = this.buttons.size ? -1 : 0;
    return make("button", { type: "button", className, tabIndex, "data-q": q, "data-who": name || "?", "aria-label": this.people(q) });
  }

  /** Who speaks to whom, in words. */
  people(q) {
    const speaker = this.speaker(q).name || "unknown speaker", addressee = this.addressee(q).name;
    return addressee ? `${speaker} to ${addressee}` : speaker;
  }

  speaker(q) {
    return this._person(this.speakers, this._mentions[0], q);
  }

  addressee(q) {
    return this._person(this.addressees, this._mentions[1], q);
  }

  /** {chain, name, mention, percent}; -1 or "" for what is unknown. */
  _person(column, mentions, q) {
    const code = column[3 * q], percent = column[3 * q + 2];
    const chain = code & 1 ? (code - 1) / 2 : -1;
    const name = chain >= 0 ? this.text.names[chain] : code ? this.texts[code / 2 - 1] : "";
    return { code, chain, name, mention: mentions[q], percent: percent ? 101 - percent : -1 };
  }

  cue(q) {
    return this.cues[q] ? this.texts[this.cues[q] - 1] : "";
  }

  /** The words of a turn. */
  words(q) {
    const cut = ([at, start, length]) => this.text.plain(at).substr(start, length);
    return this.parts.get(this.turn[q]).map((part) => this._pieces(part).map(cut).join(" ")).join(" … ");
  }

  share(q) {
    return (this.text.begins[this.paragraph[q]] + this.start[q]) / this.text.begins[this.text.paragraphs.length];
  }

  /** The button at the margin of a quotation: its own, or that of an earlier part of its turn. */
  button(q) {
    const before = this.parts.get(this.turn[q]).filter((part) => part <= q && this.buttons.has(part));
    return this.buttons.get(before[before.length - 1]);
  }

  /** The quotations that a speaker says, by the code of the column; all for -1. */
  of(code) {
    return [...Array(this.size).keys()].filter((q) => code < 0 || this.speakers[3 * q] === code);
  }

  /** The ranges of quotations. */
  ranges(several) {
    return several.flatMap((q) => this._pieces(q)).map(([at, start, length]) => {
      const range = new Range();
      range.setStart(...pointIn(this.text.paragraphs[at], start, false));
      range.setEnd(...pointIn(this.text.paragraphs[at], start + length, true));
      return range;
    });
  }

  _pieces(q) {
    const others = this.more.filter(([other]) => other === q).map(([, ...piece]) => piece);
    return [[this.paragraph[q], this.start[q], this.length[q]], ...others];
  }
}

/** The filter by speaker, which lists them by the number of their turns. */
class SpeakerFilter {
  constructor(changed) {
    this.select = byId("speaker");
    this.select.addEventListener("change", () => changed(Number(this.select.value)));
  }

  show(said) {
    const counts = new Map();
    for (const [first] of said.parts?.values() || []) {
      const { code, name } = said.speaker(first);
      const row = counts.get(code) || { code, name: name || "unknown speaker", count: 0 };
      row.count++;
      counts.set(code, row);
    }
    const rows = [...counts.values()].sort((a, b) => b.count - a.count || a.code - b.code);
    const options = rows.map(({ code, name, count }) => make("option", { value: code }, `${short(name, 40)} (${count.toLocaleString("en")})`));
    this.select.replaceChildren(make("option", { value: -1 }, "all speakers"), ...options);
    this.select.parentElement.hidden = !said.size;
  }

  clear() {
    this.select.value = "-1";
  }
}

/** Where the mentions of a column of people are; -1 for none. */
function mentionsOf(column, size) {
  const found = new Int32Array(size).fill(-1);
  let before = 0;
  for (let q = 0; q < size; q++) {
    const step = column[3 * q + 1];
    if (step) found[q] = before += unsigned(step - 1);
  }
  return found;
}

/** [text node, offset] of a character of a paragraph; for an end the one before it may end a node. */
function pointIn(paragraph, offset, isEnd) {
  const walker = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
  let node = walker.nextNode(), last = node;
  while (node && (isEnd ? offset > node.length : offset >= node.length)) {
    offset -= node.length;
    last = node;
    node = walker.nextNode();
  }
  return node ? [node, offset] : [last, last.length];
}

/** Puts an element before a character of a paragraph, outside of the marks that begin there. */
function insertAt(paragraph, offset, element) {
  const [node, at] = pointIn(paragraph, offset, false);
  let target = at ? node.splitText(at) : node;
  while (!target.previousSibling && target.parentNode !== paragraph) target = target.parentNode;
  target.before(element);
}

/** Puts names below each other that are on one line. */
function arrange(chunk) {
  const names = [...chunk.querySelectorAll("p > .who:not(:only-of-type), p mark .who")];
  for (const name of names) name.style.marginTop = "";
  const tops = names.map((name) => name.offsetTop);
  names.forEach((name, k) => {
    const before = names[k - 1];
    const above = before && before.closest("p") === name.closest("p") && tops[k] === tops[k - 1] ? Number(before.dataset.lower) + 1 : 0;
    name.dataset.lower = above;
    if (above) name.style.marginTop = `${TOP + above * STEP}em`;
  });
}

/** Marks ranges in the text, where the browser can. */
function highlight(name, ranges) {
  if (!globalThis.CSS?.highlights) return;
  if (ranges.length) CSS.highlights.set(name, new Highlight(...ranges));
  else CSS.highlights.delete(name);
}
