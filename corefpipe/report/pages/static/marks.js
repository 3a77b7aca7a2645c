// Draws marks into a text: nested ones as nested, crossing ones in pieces.

const DEPTH = 12; // mentions nested deeper are not drawn; the panels show them all the same

/**
 * A text with marks, as a fragment.
 * @param plain the text.
 * @param pieces [start, end, i] of the marks in characters, by start, the longer first.
 * @param markOf makes the element of i; its property `sign` is shown at its end.
 */
function nestedMarks(plain, pieces, markOf) {
  const fragment = document.createDocumentFragment();
  const open = []; // {element, end, height}, the innermost last
  let done = 0;
  const say = (end) => {
    if (end > done) (open.length ? open[open.length - 1].element : fragment).append(plain.slice(done, end));
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
      element.dataset.n = element.rest ? "" : element.sign;
      if (element.rest) continue;
      // Without a comma, the numbers of two marks that end together would read as one.
      if (element.sign && open.some((one) => one.end === end && !one.element.rest && one.element.sign)) element.classList.add("e");
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
    const element = markOf(i);
    element.rest = last < end;
    (outer ? outer.element : fragment).append(element);
    open.push({ element, end: last, height: 0 });
    // Mentions that cross are drawn in two pieces.
    if (last < end) insert(queue, k + 1, [last, end, i]);
  }
  close(Infinity);
  say(plain.length);
  return fragment;
}

function insert(queue, from, piece) {
  let k = from;
  while (k < queue.length && (queue[k][0] < piece[0] || (queue[k][0] === piece[0] && queue[k][1] >= piece[1]))) k++;
  queue.splice(k, 0, piece);
}
