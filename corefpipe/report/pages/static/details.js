// What is known of a mention: probability, antecedent, runners-up, why.

class Details {
  constructor(signs, goTo) {
    this.signs = signs;
    this.box = byId("details");
    this.box.addEventListener("click", (event) => {
      const button = event.target.closest("button[data-go]");
      if (button) goTo(Number(button.dataset.go));
    });
  }

  nothing(text) {
    const hint = text.size ? "Point at a mention, or choose a chain." : "This text has no chains.";
    this.box.replaceChildren(make("p", { className: "hint" }, hint));
  }

  show(text, i) {
    const chain = text.chain[i], members = text.members[chain], antecedent = text.antecedent[i];
    const others = text.candidates(i).filter((one) => one.mention !== antecedent);
    const linked = text.candidates(i).find((one) => one.mention === antecedent);
    const kind = text.kinds[text.kind[i]];
    const parts = [
      make("h2", {}, make("bdi", {}, short(text.words(i), 120))),
      make("p", { className: "of" }, signOf(chain, members.length, this.signs), " ", make("bdi", {}, text.names[chain])),
      make("p", { className: "facts" }, [kind, text.types[text.type[chain]], `mention ${(text.place[i] + 1).toLocaleString("en")} of ${members.length.toLocaleString("en")}`].filter(Boolean).join(" · ")),
    ];
    const percent = text.percent[i];
    if (percent >= 0) parts.push(gauge(antecedent < 0 ? "starts a chain" : "this link is correct", percent));
    if (antecedent >= 0) {
      const title = text.gold ? "Previous mention" : "Antecedent";
      parts.push(make("h3", {}, title), make("ul", { className: "links" }, this._link(text, antecedent, linked ? linked.percent : -1)));
    }
    if (others.length) {
      parts.push(make("h3", {}, antecedent < 0 ? "Possible antecedents" : "Other candidates"));
      parts.push(make("ul", { className: "links" }, ...others.map((one) => this._link(text, one.mention, one.percent))));
    }
    const reasons = text.reasons(i);
    if (reasons.length) parts.push(make("h3", {}, "Why"), whyOf(reasons), make("p", { className: "note" }, "The features with the largest weights."));
    else if (antecedent >= 0 && percent === 100 && !text.gold) {
      parts.push(make("h3", {}, "Why"), make("p", { className: "facts" }, "A constraint of grammar or speakers demands this link."));
    }
    this.box.replaceChildren(...parts);
  }

  /** What is known of a quotation. */
  quotation(said, q) {
    const parts = [make("h2", {}, "Quotation"), make("p", { className: "words" }, make("bdi", {}, short(said.words(q), 280)))];
    for (const [title, person] of [["Speaker", said.speaker(q)], ["Addressee", said.addressee(q)]]) {
      parts.push(make("h3", {}, title), ...this._person(said.text, person, title.toLowerCase()));
    }
    if (said.cue(q)) parts.push(make("h3", {}, "Verb of saying"), make("p", { className: "facts" }, make("bdi", {}, said.cue(q))));
    this.box.replaceChildren(...parts);
  }

  _person(text, { code, chain, name, mention, percent }, role) {
    if (!code) return [make("p", { className: "facts" }, "unknown")];
    const sign = chain < 0 ? [] : [signOf(chain, text.members[chain].length, this.signs), " "];
    const parts = [make("p", { className: "of" }, ...sign, make("bdi", {}, name))];
    if (mention >= 0) parts.push(make("ul", { className: "links" }, this._link(text, mention, -1)));
    if (percent >= 0) parts.push(gauge(`this is the ${role}`, percent));
    return parts;
  }

  /** The height of the window above the panel: in small windows it lies over the text. */
  above() {
    const { position } = getComputedStyle(this.box);
    return position === "fixed" ? this.box.getBoundingClientRect().top : innerHeight;
  }

  _link(text, i, percent) {
    const chain = text.chain[i];
    const button = make(
      "button",
      { type: "button", "data-go": i },
      signOf(chain, text.members[chain].length, this.signs),
      make("bdi", { className: "name" }, short(text.words(i), 60)),
      make("span", { className: "count" }, percent >= 0 ? `${percent} %` : ""),
    );
    return make("li", {}, button);
  }
}

function gauge(label, percent) {
  const meter = make("meter", { min: 0, max: 100, value: percent, "aria-label": `Probability that ${label}` });
  return make("p", { className: "gauge" }, make("span", {}, label), make("b", {}, `${percent} %`), meter);
}

function whyOf(reasons) {
  const most = Math.max(...reasons.map((reason) => Math.abs(reason.weight)));
  return make(
    "ul",
    { className: "why" },
    ...reasons.map((reason) => {
      const bar = make("i", { "aria-hidden": "true" });
      bar.style.width = `${Math.round((100 * Math.abs(reason.weight)) / most)}%`;
      const weight = `${reason.weight > 0 ? "+" : "−"}${Math.abs(reason.weight).toFixed(2)}`;
      return make(
        "li",
        { className: reason.weight > 0 ? "for" : "against", title: [reason.text, reason.about].filter(Boolean).join("\n") },
        make("span", {}, reason.phrase),
        make("b", {}, weight),
        bar,
      );
    }),
  );
}

/** A mention in one sentence, for screen readers. */
function inWords(text, i) {
  const chain = text.chain[i], antecedent = text.antecedent[i], percent = text.percent[i];
  const told = [`${text.words(i)}, chain ${chain + 1}, ${text.names[chain]}`];
  told.push(`mention ${text.place[i] + 1} of ${text.members[chain].length}`);
  if (antecedent >= 0) told.push(`${text.gold ? "after" : "refers to"} ${text.words(antecedent)}`);
  if (percent >= 0) told.push(`probability ${percent} percent`);
  return told.join(", ");
}

const short = (words, most) => (words.length > most ? `${words.slice(0, most - 1)}…` : words);
