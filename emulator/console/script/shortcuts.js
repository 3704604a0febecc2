import { go } from "./router.js";
import { Dialog } from "./ui.js";
import { html, useEffect, useState } from "./view.js";

const isTyping = (element) => element.closest("input, textarea, select, dialog") !== null;

/** Keyboard shortcuts: "/" searches, "1" to "7" open the tabs, "?" lists the shortcuts. */
export function Shortcuts({ tabs }) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const press = (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const tab = tabs[Number(event.key) - 1];
      const search = event.key === "/" ? document.querySelector("[data-search]") : null;
      if (event.key === "?") setOpen(true);
      else if (tab !== undefined) go(`#/${tab[0]}`);
      else if (search !== null) search.focus();
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
  const keys = [...tabs.map(([, text], index) => [String(index + 1), text]), ["/", "Search"], ["?", "This list"]];
  return html`<footer class="foot"><button type="button" class="link" onClick=${() => setOpen(true)}>Keyboard shortcuts</button></footer>
    ${isOpen && html`<${Dialog} title="Keyboard shortcuts" onClose=${() => setOpen(false)}>${(close) => html`<dl class="keys">${keys.map(([key, text]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${text}</dd></div>`)}</dl><div class="dialog-actions"><button type="button" onClick=${close}>Close</button></div>`}<//>`}`;
}
