// The page of entities: a list that can be searched, and the chosen entity.

const STEP = 200; // entities that are listed at once
const FORMS = ["Names", "Other noun phrases", "Pronouns"];

const folded = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
const textOf = (text) => make("bdi", {}, text);
const countOf = (number) => make("span", { className: "count" }, number.toLocaleString("en"));
const addressOf = (entity) => `#e-${encodeURIComponent(entity.id)}`;

/** The entities, and which of them have a name. */
class Collection {
  constructor({ documents, entities, roles }) {
    Object.assign(this, { documents, entities, roles });
    this.byAddress = new Map(entities.map((entity) => [addressOf(entity), entity]));
    for (const entity of entities) {
      entity.called = [entity.name, ...entity.forms.flat().map(([text]) => text)];
      entity.folded = entity.called.map(folded);
    }
  }

  /** [entity, the form that was found] of all whose name, or other form, has all words; first those that have no more. */
  search(query, kind) {
    const words = folded(query).split(/\s+/).filter(Boolean), whole = words.join(" ");
    const exact = [], others = [];
    for (const entity of this.entities) {
      if (kind && entity.kind !== kind) continue;
      const at = entity.folded.findIndex((name) => words.every((word) => name.includes(word)));
      if (at < 0) continue;
      const same = words.length ? entity.folded.indexOf(whole) : -1;
      (same < 0 ? others : exact).push([entity, entity.called[same < 0 ? at : same]]);
    }
    return [...exact, ...others];
  }
}

/** The list at the side. */
class List {
  constructor(collection) {
    this.collection = collection;
    byId("search").addEventListener("input", onceAFrame(() => this.update()));
    byId("kind")?.addEventListener("change", () => this.update());
    byId("more").addEventListener("click", () => this._extend(true));
    this.update();
  }

  update() {
    this.found = this.collection.search(byId("search").value, byId("kind")?.value);
    const number = this.found.length;
    byId("found").textContent = number === 1 ? "1 entity" : `${number.toLocaleString("en")} entities`;
    byId("list").replaceChildren();
    this._extend(false);
  }

  _extend(focus) {
    const shown = byId("list").children.length;
    const rows = this.found.slice(shown, shown + STEP).map(([entity, form]) => this._row(entity, form));
    byId("list").append(...rows);
    byId("more").hidden = shown + rows.length >= this.found.length;
    this.mark(this.chosen);
    if (focus) rows[0]?.firstChild.focus();
  }

  _row(entity, form) {
    const link = make("a", { href: addressOf(entity) }, textOf(entity.name), countOf(entity.mentions));
    if (folded(form) !== folded(entity.name)) link.append(make("span", { className: "as" }, "as ", textOf(form)));
    return make("li", {}, link);
  }

  /** Marks the entity that is shown. */
  mark(entity) {
    this.chosen = entity;
    byId("list").querySelector("[aria-current]")?.removeAttribute("aria-current");
    if (!entity) return;
    const link = [...byId("list").children].find((row) => row.firstChild.hash === addressOf(entity))?.firstChild;
    link?.setAttribute("aria-current", "true");
  }
}

/** A heading with what is below it; nothing for nothing. */
const part = (title, ...children) => (children.length ? [make("h3", {}, title), ...children] : []);

function formsOf(pairs) {
  return make("p", {}, ...pairs.flatMap(([text, count], at) => [at ? ", " : "", textOf(text), ` (${count.toLocaleString("en")})`]));
}

function rolesOf(entity, titles) {
  const found = titles.flatMap((title, at) => (entity.roles[at].length ? [make("div", {}, ...part(title, formsOf(entity.roles[at])))] : []));
  return found.length ? [make("div", { className: "roles" }, ...found)] : [];
}

function nearOf(entity, entities) {
  const rows = entity.near.map(([number, sentences]) => {
    const other = entities[number];
    return make("li", {}, make("a", { href: addressOf(other) }, textOf(other.name)), " ", countOf(sentences));
  });
  return part("In sentences with", ...(rows.length ? [make("ul", { className: "near" }, ...rows)] : []));
}

function documentsOf(entity, documents) {
  if (!entity.chains.length) return [];
  const head = ["Document", "Mentions", "First word", "Last word"].map((title) => make("th", { scope: "col" }, title));
  const rows = entity.chains.map(([document, ...figures]) =>
    make("tr", {}, make("th", { scope: "row" }, textOf(documents[document])), ...figures.map((one) => make("td", {}, one.toLocaleString("en")))),
  );
  const more = entity.documents > new Set(entity.chains.map(([document]) => document)).size;
  const table = make("table", {}, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...rows));
  return part("Documents", table, ...(more ? [make("p", { className: "kind" }, `${counted(entity.documents, "document")} in all`)] : []));
}

function contextsOf(entity, documents) {
  const rows = entity.contexts.map(([document, word, before, mention, after]) =>
    make("li", {}, make("span", { className: "count" }, textOf(documents[document]), `, word ${word.toLocaleString("en")}`), make("bdi", {}, before, make("mark", {}, mention), after)),
  );
  const title = rows.length < entity.mentions ? `Contexts (${rows.length} of ${entity.mentions.toLocaleString("en")})` : "Contexts";
  return part(title, ...(rows.length ? [make("ul", { className: "contexts" }, ...rows)] : []));
}

function show(entity, { documents, entities, roles }) {
  const facts = [entity.kind, entity.gender, counted(entity.mentions, "mention"), counted(entity.documents, "document"), entity.id];
  byId("main").replaceChildren(
    make("h2", { tabIndex: -1 }, textOf(entity.name)),
    make("p", { className: "kind" }, facts.filter(Boolean).join(" · ")),
    ...FORMS.flatMap((title, at) => part(title, ...(entity.forms[at].length ? [formsOf(entity.forms[at])] : []))),
    ...rolesOf(entity, roles),
    ...nearOf(entity, entities),
    ...documentsOf(entity, documents),
    ...contextsOf(entity, documents),
  );
}

themeButton(byId("theme"), () => {});
if (byId("data")) {
  const collection = new Collection(JSON.parse(byId("data").textContent));
  const list = new List(collection);
  const open = (moved) => {
    const wanted = collection.byAddress.get(location.hash);
    if (moved && !wanted && location.hash) return; // a link within the page
    const entity = wanted || collection.entities[0];
    show(entity, collection);
    list.mark(entity);
    if (!moved) return;
    scrollTo(0, 0);
    byId("main").querySelector("h2").focus({ preventScroll: !matchMedia("(max-width: 56rem)").matches });
  };
  addEventListener("hashchange", () => open(true));
  onKeys({ "/": () => byId("search").focus() });
  open(false);
}
