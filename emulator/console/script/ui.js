import { createContext, html, useContext, useEffect, useRef, useState } from "./view.js";

/** Shared by all views: the emulator's summary, how to refresh it, and how to show a message. */
export const Console = createContext({});
export const useConsole = () => useContext(Console);

/** Runs a user's action, refreshes the summary, and shows the result or the error. */
export function useAct() {
  const { refresh, say } = useConsole();
  return async (action, done) => {
    try {
      const result = await action();
      await refresh();
      if (done !== undefined) say(typeof done === "function" ? done(result) : done);
      return result;
    } catch (cause) {
      say(cause.message, true);
      return undefined;
    }
  };
}

export function PageHead({ title, trail = [], children, lead }) {
  return html`<header class="page-head">
    ${trail.length > 0 && html`<nav class="trail" aria-label="Breadcrumb">${trail.map(([text, href]) => html`<a href=${href}>${text}</a><span aria-hidden="true">/</span>`)}</nav>`}
    <div class="page-line"><h1 tabindex="-1">${title}</h1><div class="actions">${children}</div></div>
    ${lead && html`<p class="lead">${lead}</p>`}
  </header>`;
}

const kinds = {
  good: ["Provisioned", "FINISHED", "ACTIVATED", "ACTIVE", "Running", "enabled", "created", "true"],
  bad: ["ERROR", "Failed", "Error", "REJECTED", "EXPIRED", "suspended", "deleted"],
  busy: ["NEW", "RUNNING", "Provisioning", "Deleting", "Scaling up", "CREATED", "updated", "APPROVED"],
};

export function State({ value }) {
  if (value === undefined || value === null) return html`<span class="soft">–</span>`;
  const kind = Object.keys(kinds).find((name) => kinds[name].includes(String(value))) ?? "plain";
  return html`<span class="badge ${kind}">${String(value)}</span>`;
}

const statusKind = (status) => (status === null || status >= 500 ? "bad" : status >= 400 ? "warn" : "good");

export function Status({ value }) {
  return html`<span class="badge ${statusKind(value)}">${value ?? "dropped"}</span>`;
}

export function Empty({ title, children }) {
  return html`<div class="empty"><p class="empty-title">${title}</p>${children}</div>`;
}

export function Copy({ text, label = "Copy", small = false }) {
  const { say } = useConsole();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      say("Copied.");
    } catch {
      say("The browser did not allow access to the clipboard. Select the text and copy it.", true);
    }
  };
  return html`<button type="button" class=${small ? "small" : ""} onClick=${copy}>${label}</button>`;
}

/** A command with a button that copies it. */
export function Command({ text }) {
  return html`<div class="command"><code tabindex="0">${text}</code><${Copy} text=${text} small label="Copy" /></div>`;
}

export function Dialog({ title, onClose, children, wide = false }) {
  const element = useRef();
  useEffect(() => element.current.showModal(), []);
  return html`<dialog ref=${element} class=${wide ? "wide" : ""} aria-labelledby="dialog-title" onClose=${onClose}
    onClick=${(event) => event.target === element.current && element.current.close()}>
    <div class="dialog-body">
      <h2 id="dialog-title">${title}</h2>
      ${children(() => element.current.close())}
    </div>
  </dialog>`;
}

/** A button that asks for confirmation before it acts. */
export function Confirm({ label, title, text, action, danger = true, small = false, name }) {
  const [isOpen, setOpen] = useState(false);
  const body = (close) => html`<p>${text}</p>
    <div class="dialog-actions">
      <button type="button" onClick=${close}>Cancel</button>
      <button type="button" class=${danger ? "danger solid" : "primary"} onClick=${() => {
        close();
        action();
      }}>${label}</button>
    </div>`;
  return html`<button type="button" class="${danger ? "danger" : ""} ${small ? "small" : ""}" aria-label=${name} onClick=${() => setOpen(true)}>${label}</button>
    ${isOpen && html`<${Dialog} title=${title} onClose=${() => setOpen(false)}>${body}<//>`}`;
}

export function Problem({ error }) {
  return error === undefined ? null : html`<p class="problem" role="alert">${error}</p>`;
}

export const plural = (count, one, many = `${one}s`) => `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

/** Formats names of fields, which are in backticks. */
export const coded = (text) =>
  text.split("`").map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
