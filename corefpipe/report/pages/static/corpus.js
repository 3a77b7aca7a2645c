// Documents, their mentions on each side, and the errors, read from what report/errors/page.py has packed.

/** The mentions of one side of a document, in text order. */
class Side {
  constructor(data) {
    this.chain = unpacked(data.chain);
    this.size = this.chain.length;
    Object.assign(this, placesOf(unpacked(data.place), this.size));
    this.more = new Map();
    for (const [i, ...piece] of data.more) this.more.set(i, [...(this.more.get(i) || []), piece]);
    this.names = data.names;
    this.members = this.names.map(() => []);
    for (let i = 0; i < this.size; i++) this.members[this.chain[i]].push(i);
    this.partner = new Int32Array(this.size).fill(-1);
  }

  /** The mentions with a piece in a sentence, in text order. */
  inSentence(at) {
    if (!this._at) {
      this._at = new Map();
      for (let i = 0; i < this.size; i++) {
        for (const where of new Set(this.pieces(i).map(([sentence]) => sentence))) {
          if (!this._at.has(where)) this._at.set(where, []);
          this._at.get(where).push(i);
        }
      }
    }
    return this._at.get(at) || [];
  }

  /** [sentence, start, length] of the pieces of a mention. */
  pieces(i) {
    return [[this.paragraph[i], this.start[i], this.length[i]], ...(this.more.get(i) || [])];
  }
}

class Text {
  constructor(data, near) {
    Object.assign(this, { name: data.name, sentences: data.sentences, speakers: data.speakers, near });
    this.numbers = unpacked(data.numbers);
    this.key = new Side(data.key);
    this.responses = data.responses.map((one) => new Side(one));
    // For each response, the partner of each mention of the key.
    this.found = data.responses.map((one, number) => {
      const found = new Int32Array(this.key.size).fill(-1);
      unpacked(one.partner).forEach((partner, i) => {
        this.responses[number].partner[i] = partner - 1;
        if (partner) found[partner - 1] = i;
      });
      return found;
    });
  }

  /** The mention of the key that a mention of a response is with other boundaries; -1 if there is none. */
  nearKey(system, i) {
    for (const [key, response] of this.near[system]) if (response === i) return key;
    return -1;
  }

  /** The words of a mention. */
  words(side, i) {
    return side.pieces(i).map(([at, start, length]) => this.sentences[at].substr(start, length)).join(" … ");
  }

}

/** All texts and errors; texts are read when they are first needed. */
class Corpus {
  constructor(data) {
    Object.assign(this, { data, systems: data.systems, classes: data.classes, groupings: data.groupings });
    this._texts = [];
    this.near = data.documents.map(() => data.systems.map(() => new Map()));
    this.rows = this.classes.map(() => []);
    this._read(unpacked(data.rows));
  }

  text(number) {
    return (this._texts[number] ||= new Text(this.data.documents[number], this.near[number]));
  }

  _read(numbers) {
    let at = 0;
    const list = () => {
      const end = at + 1 + numbers[at];
      const found = numbers.subarray(at + 1, end);
      at = end;
      return found;
    };
    while (at < numbers.length) {
      const row = { error: numbers[at++], document: numbers[at++], by: numbers[at++], groups: [], of: [] };
      for (const _ of this.groupings[this.classes[row.error].view]) row.groups.push(numbers[at++]);
      for (let system = 0; system < this.systems.length; system++) {
        if (!(row.by & (1 << system))) continue;
        const one = { key: list(), response: list(), rest: numbers[at++], nearest: -1 };
        if (one.rest) one.nearest = numbers[at++];
        row.of[system] = one;
        if (this.classes[row.error].id === "boundary") this.near[row.document][system].set(one.key[0], one.response[0]);
      }
      row.number = this.rows[row.error].push(row) - 1;
    }
  }

  /** The words of the mentions of an error, and the name of its document, in lower case. */
  haystack(row) {
    if (row.haystack === undefined) {
      const text = this.text(row.document);
      const told = [text.name];
      row.of.forEach((one, system) => {
        for (const i of one.key) told.push(text.words(text.key, i));
        for (const i of one.response) told.push(text.words(text.responses[system], i));
      });
      row.haystack = told.join("\n").toLowerCase();
    }
    return row.haystack;
  }
}
