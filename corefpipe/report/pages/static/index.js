// The list of texts: search by name.

const search = byId("search");
byId("filter").hidden = false;
search.addEventListener("input", () => {
  const words = search.value.trim().toLowerCase();
  for (const row of byId("rows").rows) row.hidden = !row.cells[0].textContent.toLowerCase().includes(words);
});
onKeys({ "/": () => search.focus() });
themeButton(byId("theme"), () => {});
