// The weights of a model: search by the words of a feature.

const search = byId("search");
const sections = [...document.querySelectorAll("main section")];
byId("filter").hidden = false;
search.addEventListener("input", () => {
  const words = search.value.trim().toLowerCase();
  let found = 0;
  for (const section of sections) {
    let shown = 0;
    for (const row of section.querySelectorAll("tbody tr")) {
      row.hidden = !`${row.textContent}\n${row.title}`.toLowerCase().includes(words);
      shown += !row.hidden;
    }
    section.hidden = !shown;
    found += shown;
  }
  byId("none").textContent = found ? "" : "No weight is found.";
});
onKeys({
  "/": () => search.focus(),
  Escape: () => search.blur(),
});
themeButton(byId("theme"), () => {});
