// Sends the text to the server, and lists the chains of its answer.
const byId = (id) => document.getElementById(id);
const form = byId("form");

function listed(found) {
  const mentions = found.spans.coref;
  const letters = Array.from(found.text); // offsets count code points, not the UTF-16 units of strings
  return found.coref.chains.map((chain) => {
    const item = document.createElement("li");
    const words = chain.mentions.map((i) => letters.slice(mentions[i].start, mentions[i].end).join(""));
    item.textContent = words.join(" · ");
    return item;
  });
}

async function resolve() {
  byId("state").textContent = "…";
  byId("chains").replaceChildren();
  try {
    const options = {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ text: byId("input").value }),
    };
    const response = await fetch("resolve", options);
    const found = await response.json();
    byId("answer").textContent = JSON.stringify(found, null, 1);
    byId("whole").hidden = false;
    if (response.ok) {
      const { length } = found.coref.chains;
      byId("state").textContent = [`${length} chain${length === 1 ? "" : "s"}`, ...found.warnings].join(". ");
      byId("chains").replaceChildren(...listed(found));
    } else {
      byId("state").textContent = `${found.status} ${found.title}: ${found.detail}. ${found.cure || ""}`;
    }
  } catch (error) {
    byId("state").textContent = `The server does not answer: ${error.message}`;
  }
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  resolve();
});
form.hidden = false;
