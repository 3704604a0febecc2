import { useEffect, useRef, useState } from "./view.js";

export const base = `${location.pathname.replace(/\/$/, "")}/`;

/** Sends a control request; throws with the message of an error. */
export async function call(path, method = "GET", body = undefined) {
  const answer = await fetch(base + path, { method, body: body && JSON.stringify(body) });
  const text = await answer.text();
  const value = text === "" ? undefined : JSON.parse(text);
  if (!answer.ok) throw new Error(value?.message ?? `The emulator answered ${answer.status}.`);
  return value;
}

/** A path below `/_emulator/` with its query; empty values are left out. */
export function withQuery(path, query) {
  const present = Object.entries(query).filter(([, value]) => value !== undefined && value !== "" && value !== null);
  return present.length === 0 ? path : `${path}?${new URLSearchParams(present)}`;
}

/** Part of the time that automatic reads of one view may take: a slow search leaves the emulator time to work. */
const shareOfTime = 1 / 5;

/**
 * Reads a path, and again when `stamp` changes. What is shown stays until the new data is there; a response that was overtaken
 * is dropped.
 */
export function useRead(path, stamp) {
  const [state, setState] = useState({ data: undefined, error: undefined, path: undefined });
  const last = useRef({ path: undefined, tookMs: 0, endedAt: 0 });
  useEffect(() => {
    let isCurrent = true;
    const read = async () => {
      const startedAt = performance.now();
      try {
        const data = await call(path);
        if (isCurrent) setState({ data, error: undefined, path });
      } catch (cause) {
        if (isCurrent) setState((before) => ({ ...before, error: cause.message, path }));
      }
      last.current = { path, tookMs: performance.now() - startedAt, endedAt: performance.now() };
    };
    const { tookMs, endedAt, path: before } = last.current;
    const waitMs = before === path ? endedAt + tookMs / shareOfTime - performance.now() : 0;
    const timer = setTimeout(read, Math.max(0, waitMs));
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [path, stamp]);
  return { ...state, isStale: state.path !== path };
}
