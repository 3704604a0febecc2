import { useEffect, useRef, useState } from "./view.js";

const base = `${location.pathname.replace(/\/$/, "")}/`;

/** Sends a control request. Throws an error with the response's message if it fails. */
export async function call(path, method = "GET", body = undefined) {
  const answer = await fetch(base + path, { method, body: body && JSON.stringify(body) });
  const text = await answer.text();
  const value = text === "" ? undefined : JSON.parse(text);
  if (!answer.ok) throw new Error(value?.message ?? `The emulator answered ${answer.status}.`);
  return value;
}

/** A path below `/_emulator/` with its query. Empty values are left out. */
export function withQuery(path, query) {
  const present = Object.entries(query).filter(([, value]) => value !== undefined && value !== "" && value !== null);
  return present.length === 0 ? path : `${path}?${new URLSearchParams(present)}`;
}

/** Maximum share of time that one view spends on automatic reads: a slow search leaves the emulator time for other requests. */
const shareOfTime = 1 / 5;

/**
 * Reads a path, and reads it again when `stamp` changes. The old data stays visible until the new data arrives; an outdated
 * response is dropped.
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
