// Draws mentions into the paragraphs that come into sight.

/** Draws the mentions of a paragraph, once. */
function drawParagraph(text, at, signs) {
  const p = text.paragraphs[at];
  if (!p || p.plain !== undefined) return;
  p.plain = p.textContent;
  if (text.pieces[at].length) p.replaceChildren(nestedMarks(p.plain, text.pieces[at], (i) => markOf(text, i, signs)));
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
