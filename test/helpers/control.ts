/** What tests ask the emulator behind the provider's back. */
export interface Control {
  fault(fault: Record<string, unknown>): Promise<void>;
  clearFaults(): Promise<void>;
  /** Method and path of the requests since the last clearing. */
  requests(): Promise<string[]>;
  clearRequests(): Promise<void>;
  /** Records of a collection. */
  state(collection: string): Promise<Record<string, unknown>[]>;
  /** Changes a record, as somebody else would. */
  change(collection: string, id: string | number, fields: Record<string, unknown>): Promise<void>;
  remove(collection: string, id: string | number): Promise<void>;
  reset(): Promise<void>;
}

/** Sends a request to a control route and returns its answer. */
export async function sendControl(url: string, method: string, path: string, body?: unknown): Promise<unknown> {
  const answer = await fetch(`${url}/_emulator/${path}`, {
    method,
    headers: { "content-type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return text === "" ? undefined : JSON.parse(text);
}

/** Control routes of an emulator. */
export function controlOf(emulator: { url: string }): Control {
  const send = (method: string, path: string, body?: unknown) => sendControl(emulator.url, method, path, body);
  return {
    fault: async (fault) => void (await send("POST", "faults", fault)),
    clearFaults: async () => void (await send("DELETE", "faults")),
    async requests() {
      const answer = (await send("GET", "requests")) as { requests: { method: string; path: string }[] };
      return answer.requests.map(({ method, path }) => `${method} ${path}`);
    },
    clearRequests: async () => void (await send("DELETE", "requests")),
    async state(collection) {
      const answer = await send("GET", `state/${collection}`);
      return Object.values(answer as Record<string, Record<string, unknown>>);
    },
    change: async (collection, id, fields) => void (await send("POST", `state/${collection}/${id}`, fields)),
    remove: async (collection, id) => void (await send("DELETE", `state/${collection}/${id}`)),
    reset: async () => void (await send("POST", "reset")),
  };
}
