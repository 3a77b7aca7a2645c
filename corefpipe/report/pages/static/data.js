// One document of the reading page, read from what report/pages/reading.py has packed.

/** One document: its paragraphs, and what is known of its mentions and chains, by their numbers from 0. */
class Text {
  constructor(article, data, kinds) {
    this.article = article;
    this.paragraphs = [...article.querySelectorAll("p:not(.empty)")];
    this.gold = data.gold;
    this.names = data.names;
    this.types = data.types;
    this.type = unpacked(data.type);
    this.chain = unpacked(data.chain);
    this.kinds = kinds;
    this.kind = unpacked(data.kind);
    this.percent = unpacked(data.probability).map((number) => (number ? 101 - number : -1));
    this.texts = data.texts;
    this.abouts = data.abouts;
    this.size = this.chain.length;
    this.more = data.more;
    this._plain = [];
    this._places(unpacked(data.place));
    this._chains();
    this._links(unpacked(data.antecedent), data);
    this._number();
  }

  _places(places) {
    Object.assign(this, placesOf(places, this.size));
    this.begins = new Float64Array(this.paragraphs.length + 1);
    this.paragraphs.forEach((p, at) => (this.begins[at + 1] = this.begins[at] + this.plain(at).length + 40));
  }

  /** Gives each mark the number of its mention: if it has none, that after the mark before it; and that of its chain. */
  _number() {
    let next = 0;
    for (const mark of this.article.querySelectorAll("mark")) {
      const i = mark.dataset.m === undefined ? next : Number(mark.dataset.m);
      mark.dataset.m = i;
      if (mark.dataset.n === undefined) {
        mark.dataset.n = this.chain[i] + 1;
        mark.classList.add("one");
      }
      next = i + 1;
    }
  }

  _chains() {
    this.members = this.names.map(() => []);
    this.place = new Int32Array(this.size);
    for (let i = 0; i < this.size; i++) this.place[i] = this.members[this.chain[i]].push(i) - 1;
  }

  _links(antecedent, data) {
    this.antecedent = antecedent.map((back, i) => (back ? i - unsigned(back) : -1));
    if (this.gold) {
      for (let i = 0; i < this.size; i++) {
        if (this.place[i]) this.antecedent[i] = this.members[this.chain[i]][this.place[i] - 1];
      }
    }
    this._candidates = unpacked(data.candidates);
    this._candidatesAt = offsets(this._candidates, this.size);
    this._reasons = unpacked(data.reasons);
    this._reasonsAt = offsets(this._reasons, this.size);
  }

  /** The words of a mention. */
  words(i) {
    const texts = [this._cut(this.paragraph[i], this.start[i], this.length[i])];
    for (const [other, at, start, length] of this.more) if (other === i) texts.push(this._cut(at, start, length));
    return texts.join(" … ").replace(/(?<!\w)_([^\s_][^_]*)_(?!\w)/g, "$1"); // as utils/emphasis.py
  }

  _cut(at, start, length) {
    return (this.plain(at)).substr(start, length);
  }

  /** The text of a paragraph. */
  plain(at) {
    return (this._plain[at] ??= this.paragraphs[at].textContent);
  }

  /** The marks of a mention: several if it is discontinuous or crosses others. */
  marks(i) {
    const places = new Set([this.paragraph[i]]);
    for (const [other, at] of this.more) if (other === i) places.add(at);
    return [...places].flatMap((at) => [...this.paragraphs[at].querySelectorAll(`mark[data-m="${i}"]`)]);
  }

  /** Where a mention is, from 0 to 1. */
  share(i) {
    return (this.begins[this.paragraph[i]] + this.start[i]) / this.begins[this.paragraphs.length];
  }

  /** [{mention, percent}] of the likely antecedents of a mention. */
  candidates(i) {
    return pairsOf(this._candidates, this._candidatesAt[i]).map(([back, percent]) => ({
      mention: i - unsigned(back),
      percent: percent ? 101 - percent : -1,
    }));
  }

  /** [{phrase, text, about, weight}] of the link of a mention. */
  reasons(i) {
    return pairsOf(this._reasons, this._reasonsAt[i]).map(([text, weight]) => ({
      phrase: this.texts[text][0],
      text: this.texts[text][1],
      about: this.abouts[this.texts[text][2]],
      weight: unsigned(weight) / 100,
    }));
  }

  /** The first singleton chain, since chains go by size. */
  get singletons() {
    if (this._singletons === undefined) {
      const first = this.members.findIndex((members) => members.length === 1);
      this._singletons = first < 0 ? this.names.length : first;
    }
    return this._singletons;
  }
}

/** Where the record of each item begins: records are a count, then so many pairs. */
function offsets(numbers, size) {
  const found = new Int32Array(size);
  let at = 0;
  for (let i = 0; i < size; i++) {
    found[i] = at;
    at += 1 + 2 * numbers[at];
  }
  return found;
}

function pairsOf(numbers, at) {
  const found = [];
  for (let k = 0; k < numbers[at]; k++) found.push([numbers[at + 1 + 2 * k], numbers[at + 2 + 2 * k]]);
  return found;
}
