// The reading page: what is chosen, what the keys do.

const { signs, kinds, documents } = JSON.parse(byId("data").textContent);
const articles = documents.map((_, number) => byId(`d${number}`));
const texts = [];
const state = { text: null, chain: -1, mention: -1, quotation: -1, speaker: -1, way: [] };
const lights = new CSSStyleSheet();
document.adoptedStyleSheets = [lights];

const list = new ChainList(signs, (chain) => (chain === state.chain ? letGo() : chooseChain(chain)));
const details = new Details(signs, (i) => focusMention(i));
const strip = new Strip(signs, (share, i) => (i === null || i === undefined ? scrollToShare(share) : focusMention(i)));
const arrow = new Arrow();
const speakers = new SpeakerFilter((code) => chooseSpeaker(code));

function textOf(number) {
  if (!texts[number]) {
    const data = documents[number];
    texts[number] = new Text(articles[number], data, kinds);
    texts[number].said = new Quotations(texts[number], data.said, signs);
  }
  return texts[number];
}

function showText(number) {
  articles.forEach((article, at) => (article.hidden = at !== number));
  state.text = textOf(number);
  const { text } = state;
  const words = Number(text.article.dataset.words);
  const counts = [counted(words, "word"), counted(text.names.length, "chain"), counted(text.size, "mention")];
  if (text.said.size) counts.push(counted(text.said.size, "quotation"));
  byId("counts").textContent = counts.join(" · ");
  speakers.show(text.said);
  Object.assign(state, { chain: -1, mention: -1, way: [] });
  list.show(text);
  letGo();
}

function light(chain, i) {
  const { text } = state;
  const rules = [];
  if (chain >= 0) rules.push(`mark[data-n="${chain + 1}"]{background:var(--glow)}`);
  if (i >= 0) {
    rules.push(`mark[data-m="${i}"]{background:var(--strong)}`);
    for (const { mention } of text.candidates(i)) rules.push(`mark[data-m="${mention}"]{outline:1px dashed var(--soft)}`);
    if (text.antecedent[i] >= 0) rules.push(`mark[data-m="${text.antecedent[i]}"]{background:var(--strong);outline:1px solid var(--c)}`);
  }
  lights.replaceSync(rules.join(""));
  strip.show(text, chain, i);
  if (i < 0) {
    arrow.show(null);
    return;
  }
  const from = text.marks(i)[0], target = text.antecedent[i];
  const to = target >= 0 && near(target) ? text.marks(target)[0] : null;
  arrow.show(target >= 0 ? from : null, to, target > i);
}

/** Whether the paragraph of a mention is in sight or close to it. */
function near(i) {
  const chunk = state.text.paragraphs[state.text.paragraph[i]].parentElement.getBoundingClientRect();
  return chunk.bottom > -400 && chunk.top < innerHeight + 400;
}

function showMention(i) {
  details.show(state.text, i);
  light(state.text.chain[i], i);
}

/** Goes back to what is chosen when the pointer leaves a mention. */
function showChosen() {
  if (state.mention >= 0) showMention(state.mention);
  else if (state.quotation >= 0) {
    details.quotation(state.text.said, state.quotation);
    light(-1, -1);
  } else {
    details.nothing(state.text);
    light(state.chain, -1);
  }
}

function chooseChain(chain) {
  const { text } = state;
  state.chain = chain;
  list.choose(chain);
  const members = text.members[chain];
  const seen = members.find((i) => near(i));
  focusMention(seen === undefined ? members[0] : seen);
}

function focusMention(i, remember = true) {
  const { text } = state;
  if (i < 0 || i >= text.size) return;
  if (remember && state.mention >= 0) state.way.push(state.mention);
  const before = text.article.querySelector("mark[tabindex='0']");
  if (before) before.tabIndex = -1;
  state.mention = i;
  leaveQuotation();
  if (state.chain !== text.chain[i]) {
    state.chain = text.chain[i];
    list.choose(state.chain);
  }
  const [mark] = text.marks(i);
  const target = mark || text.paragraphs[text.paragraph[i]];
  target.tabIndex = mark ? 0 : -1;
  target.focus({ preventScroll: true });
  document.body.classList.add("chosen");
  details.show(text, i);
  const { top, bottom } = target.getBoundingClientRect();
  if (top < 90 || bottom > details.above() - 50) target.scrollIntoView({ block: "center" });
  showMention(i);
  byId("told").textContent = inWords(text, i);
}

function letGo() {
  Object.assign(state, { chain: -1, mention: -1 });
  document.body.classList.remove("chosen");
  list.choose(-1);
  leaveQuotation();
  chooseSpeaker(-1);
  showChosen();
}

/** Marks the quotations of a speaker, by the code of the filter; -1 for nobody. */
function chooseSpeaker(code) {
  const { said } = state.text;
  state.speaker = code;
  const own = code < 0 ? [] : said.of(code);
  for (const [q, button] of said.buttons || []) button.classList.toggle("other", code >= 0 && said.speaker(q).code !== code);
  highlight("speaker", said.ranges(own));
  strip.places(own.map((q) => said.share(q)));
  if (code < 0) speakers.clear();
}

function focusQuotation(q) {
  const { said } = state.text, button = said.button(q);
  Object.assign(state, { chain: -1, mention: -1, quotation: q });
  list.choose(-1);
  light(-1, -1);
  for (const other of said.buttons.values()) other.tabIndex = other === button ? 0 : -1;
  document.body.classList.add("chosen");
  details.quotation(said, q);
  highlight("quotation", said.ranges(said.parts.get(said.turn[q])));
  button.focus({ preventScroll: true });
  const { top, bottom } = button.getBoundingClientRect();
  if (top < 90 || bottom > details.above() - 50) button.scrollIntoView({ block: "center" });
  byId("told").textContent = `${said.people(q)}: ${short(said.words(q), 280)}`;
}

function leaveQuotation() {
  state.quotation = -1;
  highlight("quotation", []);
}

/** Goes to the next turn, or the one before, of the chosen speaker. */
function stepQuotation(by) {
  const { text: { said }, quotation, speaker } = state;
  const own = [...(said.buttons?.keys() || [])].filter((q) => speaker < 0 || said.speaker(q).code === speaker);
  if (!own.length) return false;
  if (quotation < 0) focusQuotation(own[firstFrom(said, own)]);
  else if (by > 0) focusQuotation(own.find((q) => q > quotation) ?? own[0]);
  else focusQuotation(own.findLast((q) => q < quotation) ?? own[own.length - 1]);
  return true;
}

/** Index of the first of some quotations that is in sight or after it. */
function firstFrom(said, several) {
  const at = several.findIndex((q) => state.text.paragraphs[said.paragraph[q]].getBoundingClientRect().bottom > 80);
  return Math.max(at, 0);
}

function step(by) {
  const { text, chain, mention } = state;
  if (chain < 0) return false;
  const members = text.members[chain];
  const at = mention < 0 ? 0 : text.place[mention] + by;
  focusMention(members[(at + members.length) % members.length]);
  return true;
}

function stepInText(by) {
  const { text, mention } = state;
  if (mention >= 0) focusMention(mention + by, false);
  else focusMention(firstInSight(text));
}

function firstInSight(text) {
  const at = text.paragraphs.findIndex((p) => p.getBoundingClientRect().bottom > 80);
  for (let i = 0; i < text.size; i++) if (text.paragraph[i] >= at) return i;
  return text.size - 1;
}

function scrollToShare(share) {
  const { text } = state;
  const at = text.begins.findIndex((begin) => begin > share * text.begins[text.paragraphs.length]);
  text.paragraphs[Math.max(at - 1, 0)].scrollIntoView({ block: "start" });
}

const main = byId("text");
main.addEventListener("pointerover", (event) => {
  const mark = event.target.closest("mark");
  if (mark && event.pointerType === "mouse") showMention(Number(mark.dataset.m));
});
main.addEventListener("pointerout", (event) => {
  if (event.target.closest("mark") && !(event.relatedTarget && event.relatedTarget.closest?.("mark"))) showChosen();
});
main.addEventListener("click", (event) => {
  const who = event.target.closest(".who");
  if (who) {
    focusQuotation(Number(who.dataset.q));
    return;
  }
  const mark = event.target.closest("mark");
  if (mark && getSelection().isCollapsed) focusMention(Number(mark.dataset.m));
});
main.addEventListener("focusin", (event) => {
  const who = event.target.closest(".who");
  if (who) {
    if (Number(who.dataset.q) !== state.quotation) focusQuotation(Number(who.dataset.q));
    return;
  }
  const mark = event.target.closest("mark");
  if (mark && Number(mark.dataset.m) !== state.mention) focusMention(Number(mark.dataset.m));
});

const help = byId("keys");
byId("help").hidden = false;
byId("help").addEventListener("click", () => help.showModal());
byId("close").addEventListener("click", () => help.close());
byId("documents")?.addEventListener("change", (event) => {
  showText(event.target.selectedIndex);
  scrollTo(0, 0);
});
onKeys({
  n: () => step(1),
  p: () => step(-1),
  ArrowRight: () => (document.activeElement.closest("nav") ? false : stepInText(1)),
  ArrowLeft: () => (document.activeElement.closest("nav") ? false : stepInText(-1)),
  a: () => state.mention >= 0 && focusMention(state.text.antecedent[state.mention]),
  q: () => stepQuotation(1),
  Q: () => stepQuotation(-1),
  b: () => state.way.length > 0 && focusMention(state.way.pop(), false),
  "/": () => byId("search").focus(),
  "?": () => help.showModal(),
  Escape: (event) => {
    if (help.open) return false;
    event.target.closest("input")?.blur();
    letGo();
  },
});
themeButton(byId("theme"), () => strip.later());
showText(0);
