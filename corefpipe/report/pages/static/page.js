// What all pages share: elements, the theme, keys.

const byId = (id) => document.getElementById(id);

/** An element with properties and children; texts become text nodes, never HTML. */
function make(tag, properties, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties || {})) {
    if (name in element) element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

/** The button that changes between light and dark. */
function themeButton(button, changed) {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const root = document.documentElement;
  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : dark.matches);
  const show = () => {
    button.textContent = isDark() ? "Light" : "Dark";
    changed();
  };
  button.hidden = false;
  button.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    show();
  });
  dark.addEventListener("change", show);
  show();
}

/** Calls actions[key] unless the user is typing or holds another key. */
function onKeys(actions) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const typing = event.target.closest("input, select, textarea, dialog");
    if (typing && event.key !== "Escape") return;
    const action = actions[event.key];
    if (action && action(event) !== false) event.preventDefault();
  });
}

/** Calls a function in the next frame, once for all calls until then. */
function onceAFrame(draw) {
  let waits = false;
  return () => {
    if (waits) return;
    waits = true;
    requestAnimationFrame(() => {
      waits = false;
      draw();
    });
  };
}

const counted = (number, what) => `${number.toLocaleString("en")} ${what}${number === 1 ? "" : "s"}`;
