// An error in its context: the sentences with their mentions, and what key and response make of them.

const NAMED = 4; // mentions of an entity that are shown
const LONG = 700; // characters from which on a sentence is cut
const ROOM = 220; // characters that are left on both sides then
const WIDE = 2; // sentences before and after, if more context is wanted

/** The mentions that an error is about, each with its numbers on all sides. */
function askedOf(corpus, row) {
  const text = corpus.text(row.document), error = corpus.classes[row.error];
  const asked = [], seen = new Set();
  const roles = error.view === "links" ? ["antecedent", "anaphor"] : [];
  const add = (side, i, role) => {
    const one = acrossSides(text, side, i);
    const id = one.of.join(",");
    if (seen.has(id)) return;
    seen.add(id);
    asked.push({ ...one, role, words: text.words(sideOf(text, side), i) });
  };
  let left = 0;
  row.of.forEach((one, system) => {
    for (const [side, list] of [[0, one.key], [system + 1, one.response]]) {
      list.slice(0, NAMED).forEach((i, at) => add(side, i, roles[at] || ""));
      left = Math.max(left, list.length - NAMED);
    }
    if (one.nearest >= 0) add(0, one.nearest, one.rest > 1 ? `nearest of the other ${one.rest}` : "the other");
  });
  return { asked, left };
}

const sideOf = (text, side) => (side ? text.responses[side - 1] : text.key);

/** A mention on all sides: its number in the key and in each response, -1 where it is none; `near`: other boundaries. */
function acrossSides(text, side, i) {
  const of = [side ? text.responses[side - 1].partner[i] : i];
  const near = [side && of[0] < 0 ? text.nearKey(side - 1, i) : -1];
  text.responses.forEach((response, system) => {
    let other = of[0] >= 0 ? text.found[system][of[0]] : placeIn(response, sideOf(text, side), i);
    if (side === system + 1) other = i;
    of.push(other);
    const almost = other < 0 && of[0] >= 0 ? text.near[system].get(of[0]) : undefined;
    near.push(almost === undefined ? -1 : almost);
  });
  return { of, near };
}

/** The mention of a side that has the place of one of another side; -1 if there is none. */
function placeIn(side, other, i) {
  if (!side.places) {
    side.places = new Map();
    for (let k = 0; k < side.size; k++) side.places.set(side.pieces(k).join(), k);
  }
  const found = side.places.get(other.pieces(i).join());
  return found === undefined ? -1 : found;
}

/** The chains that the mentions in question are in: those of the key have numbers, those of responses letters. */
class Signs {
  constructor(colours) {
    this.colours = colours;
    this.of = new Map();
    this.counts = [0, 0];
  }

  /** {side, chain, name, classes}: the classes are a colour for each chain and a line for each side. */
  get(side, chain) {
    const id = `${side},${chain}`;
    if (!this.of.has(id)) {
      const number = this.counts[side ? 1 : 0]++;
      const name = side ? String.fromCharCode(97 + (number % 26)) : String(number + 1);
      this.of.set(id, { side, chain, name, classes: `c${this.of.size % this.colours} l${side}` });
    }
    return this.of.get(id);
  }
}

function cellOf(text, signs, side, one) {
  const mentions = sideOf(text, side), i = one.of[side];
  if (i < 0) {
    if (one.near[side] < 0) return make("td", { className: "none" }, "not a mention");
    return make("td", { className: "none" }, "other boundaries: ", make("bdi", {}, short(text.words(mentions, one.near[side]), 60)));
  }
  const chain = mentions.chain[i], sign = signs.get(side, chain), size = mentions.members[chain].length;
  return make(
    "td",
    {},
    make("span", { className: `sign ${sign.classes}` }, sign.name),
    " ",
    make("bdi", {}, short(mentions.names[chain], 50)),
    make("span", { className: "size" }, size === 1 ? " alone" : ` · ${size.toLocaleString("en")}`),
    make("span", { className: "hidden" }, size === 1 ? "" : " mentions"),
  );
}

/** What key and responses make of the mentions: in which chains they are. */
function whatOf(corpus, text, signs, asked, left) {
  const heads = ["Mention", "Key", ...(corpus.systems.length > 1 ? ["A", "B"] : ["Response"])];
  const rows = asked.map((one) =>
    make(
      "tr",
      {},
      make("th", { scope: "row" }, make("bdi", {}, short(one.words, 80)), one.role ? make("small", {}, ` ${one.role}`) : ""),
      ...one.of.map((_, side) => cellOf(text, signs, side, one)),
    ),
  );
  if (left) rows.push(make("tr", {}, make("td", { colSpan: heads.length }, `and ${left.toLocaleString("en")} more`)));
  return make(
    "table",
    { className: "what" },
    make("thead", {}, make("tr", {}, ...heads.map((head) => make("th", { scope: "col" }, head)))),
    make("tbody", {}, ...rows),
  );
}

/** The numbers of the sentences to show, in order. */
function sentencesOf(text, asked, wide) {
  const found = new Set();
  for (const one of asked) {
    one.of.forEach((i, side) => {
      if (i < 0) return;
      for (const [at] of sideOf(text, side).pieces(i)) {
        for (let k = at - (wide ? WIDE : 0); k <= at + (wide ? WIDE : 0); k++) if (text.sentences[k] !== undefined) found.add(k);
      }
    });
  }
  return [...found].sort((a, b) => a - b);
}

/** [start, end, mark] of the mentions of the signed chains in a sentence. */
function marksIn(text, signs, asked, at) {
  const found = [];
  for (const sign of signs.of.values()) {
    const { side, chain } = sign, mentions = sideOf(text, side);
    for (const i of mentions.inSentence(at)) {
      if (mentions.chain[i] !== chain) continue;
      const isAsked = asked.some((one) => one.of[side] === i || one.near[side] === i);
      for (const [where, start, length] of mentions.pieces(i)) {
        if (where === at) found.push([start, start + length, { sign, asked: isAsked }]);
      }
    }
  }
  return found.sort((a, b) => a[0] - b[0] || b[1] - a[1] || b[2].sign.side - a[2].sign.side);
}

function contextOf(text, signs, asked, wide) {
  const parts = [];
  let before = -1, speaker = "";
  for (const at of sentencesOf(text, asked, wide)) {
    if (before >= 0 && at > before + 2) parts.push(make("p", { className: "gap" }, `⋯ ${counted(at - before - 1, "sentence")}`));
    for (const k of before >= 0 && at === before + 2 ? [at - 1, at] : [at]) {
      const named = text.speakers[k] && text.speakers[k] !== speaker;
      if (named) parts.push(make("p", { className: "speaker" }, text.speakers[k]));
      speaker = text.speakers[k] || speaker;
      parts.push(sentenceOf(text, signs, asked, k, wide));
    }
    before = at;
  }
  return make("div", { className: "context" }, ...parts);
}

function sentenceOf(text, signs, asked, at, wide) {
  let plain = text.sentences[at], pieces = marksIn(text, signs, asked, at);
  const wanted = pieces.filter(([, , mark]) => mark.asked);
  if (plain.length > LONG && !wide && wanted.length) {
    let from = wanted[0][0] - ROOM, to = Math.max(...wanted.map(([, end]) => end)) + ROOM;
    from = from <= 0 ? 0 : plain.lastIndexOf(" ", from) + 1;
    const space = plain.indexOf(" ", to);
    to = to >= plain.length || space < 0 ? plain.length : space;
    pieces = pieces.filter(([start, end]) => end > from && start < to);
    pieces = pieces.map(([start, end, mark]) => [Math.max(start - from, 0), Math.min(end, to) - from, mark]);
    plain = plain.slice(from, to);
  }
  const number = make("span", { className: "number", "aria-hidden": "true" }, text.numbers[at] ? String(text.numbers[at]) : "");
  return make("p", {}, number, make("bdi", {}, nestedMarks(plain, pieces, markOf)));
}

function markOf({ sign, asked }) {
  const mark = make("mark", { className: `${sign.classes}${asked ? " asked" : ""}` });
  mark.sign = sign.name;
  return mark;
}

/** The item of an error in the list. */
function exampleOf(corpus, row, place, size, wide) {
  const text = corpus.text(row.document), error = corpus.classes[row.error];
  const { asked, left } = askedOf(corpus, row);
  const signs = new Signs(corpus.data.signs.colours);
  const what = whatOf(corpus, text, signs, asked, left);
  const facts = corpus.groupings[error.view].map(([by, , names], at) => (FACTS.has(by) ? names[row.groups[at]] : ""));
  const who = corpus.systems.length > 1 ? make("b", { className: `by s${row.by % 3}` }, ["", "only A", "only B", "A and B"][row.by]) : "";
  const item = make(
    "li",
    {},
    make(
      "article",
      { tabIndex: -1, "aria-label": `${place + 1} of ${size}` },
      make("h3", {}, make("bdi", {}, text.name), who, make("span", { className: "facts" }, facts.filter((fact) => !UNKNOWN.has(fact)).join(" · "))),
      contextOf(text, signs, asked, wide),
      what,
    ),
  );
  item.row = row;
  return item;
}

const FACTS = new Set(["kinds", "distance", "head", "boundary", "words", "size"]);
const short = (words, most) => (words.length > most ? `${words.slice(0, most - 1)}…` : words);
