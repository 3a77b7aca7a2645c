// Reads columns of numbers that report/pages/columns.py has packed as Base64 VLQ.

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const VALUE = new Uint8Array(128);
for (let i = 0; i < 64; i++) VALUE[DIGITS.charCodeAt(i)] = i;

function unpacked(text) {
  const found = new Int32Array(text.length);
  let size = 0, number = 0, shift = 0;
  for (let i = 0; i < text.length; i++) {
    const digit = VALUE[text.charCodeAt(i)];
    number += (digit & 31) << shift;
    if (digit & 32) shift += 5;
    else {
      found[size++] = number;
      number = shift = 0;
    }
  }
  return found.subarray(0, size);
}

const unsigned = (number) => (number & 1 ? -(number + 1) / 2 : number / 2);

/** Where mentions are (see report/pages/places.py): {paragraph, start, length} of each. */
function placesOf(places, n) {
  const found = { paragraph: new Int32Array(n), start: new Int32Array(n), length: new Int32Array(n) };
  let paragraph = 0, start = 0;
  for (let i = 0; i < n; i++) {
    const step = places[3 * i];
    paragraph += step;
    start = step ? places[3 * i + 1] : start + places[3 * i + 1];
    found.paragraph[i] = paragraph;
    found.start[i] = start;
    found.length[i] = places[3 * i + 2];
  }
  return found;
}
