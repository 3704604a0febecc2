/* Elements, control requests and messages, for all other parts of the console. */
export const $ = (id) => document.getElementById(id);
export const base = `${location.pathname.replace(/\/$/, "")}/`;
/** Reads the platform again; set by main.js. */
export const refresher = { run: async () => {} };

export const shown = { collection: undefined, lastSeq: -1, path: "" };

/** Sends a request to a control route; throws with the message of an error. */
export async function call(path, method = "GET", body = undefined) {
  const answer = await fetch(base + path, { method, body: body && JSON.stringify(body) });
  const text = await answer.text();
  const value = text === "" ? undefined : JSON.parse(text);
  if (!answer.ok) throw new Error(value?.message ?? `Status ${answer.status}`);
  return value;
}

export function say(text, bad = false) {
  $("message").textContent = text;
  $("message").classList.toggle("bad", bad);
}

/** Runs a user's action, and says that it is done when the page shows it. */
export async function act(action, done) {
  try {
    await action();
    await refresher.run();
    say(done);
  } catch (cause) {
    say(cause.message, true);
  }
}

export function make(tag, properties = {}, ...children) {
  const { data, ...rest } = properties;
  const element = Object.assign(document.createElement(tag), rest);
  Object.assign(element.dataset, data);
  element.append(...children.filter((child) => child !== undefined));
  return element;
}

export const span = (text, className = "") => make("span", { className, textContent: text });
export const pretty = (value) => JSON.stringify(value, null, 2);

/** Updates a list without rebuilding it, so that focus and open details stay. */
export function keep(list, items, keyOf, build) {
  const old = new Map([...list.children].map((child) => [child.dataset.key, child]));
  const wanted = items.map((item) => {
    const key = String(keyOf(item));
    const text = JSON.stringify(item);
    const present = old.get(key);
    if (present?.dataset.text === text) return present;
    const element = build(item, present);
    element.dataset.key = key;
    element.dataset.text = text;
    if (present !== undefined && present !== element) present.replaceWith(element);
    return element;
  });
  for (const child of [...list.children]) if (!wanted.includes(child)) child.remove();
  wanted.forEach((element, index) => {
    if (list.children[index] !== element) list.insertBefore(element, list.children[index] ?? null);
  });
}
