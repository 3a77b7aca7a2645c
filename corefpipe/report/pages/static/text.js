// Draws mentions into the paragraphs that come into sight.

const DEPTH = 12; // mentions nested deeper are not drawn; the panels show them all the same

/** Draws the mentions of a paragraph, once. */
function drawParagraph(text, at, signs) {
  const p = text.paragraphs[at];
  if (!p || p.plain !== undefined) return;
  p.plain = p.textContent;
  const pieces = text.pieces[at];
  if (!pieces.length) return;
  const fragment = document.createDocumentFragment();
  const open = []; // {element, end, height}, the innermost last
  let done = 0;
  const say = (end) => {
    if (end > done) (open.length ? open[open.length - 1].element : fragment).append(p.plain.slice(done, end));
    done = Math.max(done, end);
  };
  const close = (until) => {
    while (open.length && open[open.length - 1].end <= until) {
      const { element, end, height } = open[open.length - 1];
      say(end);
      open.pop();
      element.classList.add(`h${Math.min(height, 5)}`);
      const outer = open[open.length - 1];
      if (outer) outer.height = Math.max(outer.height, height + 1);
      if (!element.rest) element.dataset.n = element.sign;
    }
  };
  const queue = pieces.slice();
  for (let k = 0; k < queue.length; k++) {
    const [start, end, i] = queue[k];
    close(start);
    if (open.length >= DEPTH) continue;
    const outer = open[open.length - 1];
    const last = outer ? Math.min(end, outer.end) : end;
    say(start);
    const element = markOf(text, i, signs);
    element.rest = last < end;
    (outer ? outer.element : fragment).append(element);
    open.push({ element, end: last, height: 0 });
    // Mentions that cross are drawn in two pieces.
    if (last < end) insert(queue, k + 1, [last, end, i]);
  }
  close(Infinity);
  say(p.plain.length);
  p.replaceChildren(fragment);
}

function insert(queue, from, piece) {
  let k = from;
  while (k < queue.length && (queue[k][0] < piece[0] || (queue[k][0] === piece[0] && queue[k][1] >= piece[1]))) k++;
  queue.splice(k, 0, piece);
}

function markOf(text, i, signs) {
  const chain = text.chain[i];
  const mark = document.createElement("mark");
  const single = text.members[chain].length === 1;
  mark.className = single ? "one" : `c${chain % signs.colours} l${Math.floor(chain / signs.colours) % signs.lines}`;
  mark.dataset.m = i;
  mark.dataset.c = chain;
  mark.sign = single ? "" : chain + 1;
  mark.tabIndex = -1;
  return mark;
}

/** The drawn pieces of a mention. */
function marksOf(text, i, signs) {
  const places = [text.paragraph[i]];
  for (const [other, at] of text.more) if (other === i) places.push(at);
  const found = [];
  for (const at of places) {
    drawParagraph(text, at, signs);
    found.push(...text.paragraphs[at].querySelectorAll(`mark[data-m="${i}"]`));
  }
  return found;
}

/** Draws the chunks of the texts as they come near to the window, and all of them to print. */
function drawWhenSeen(texts, signs) {
  const draw = (chunk) => {
    for (let at = chunk.first; at < chunk.last; at++) drawParagraph(chunk.text, at, signs);
    observer.unobserve(chunk);
  };
  const observer = new IntersectionObserver(
    (entries) => entries.forEach((entry) => entry.isIntersecting && draw(entry.target)),
    { rootMargin: "900px 0px" },
  );
  const chunks = [];
  for (const text of texts) {
    let at = 0;
    for (const chunk of text.article.querySelectorAll(".chunk")) {
      chunk.text = text;
      chunk.first = at;
      chunk.last = at += chunk.querySelectorAll("p").length;
      chunks.push(chunk);
      observer.observe(chunk);
    }
  }
  addEventListener("beforeprint", () => chunks.forEach(draw));
}
