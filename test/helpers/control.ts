/** Client for the emulator's control routes. */
export interface Control {
  /** Adds a fault and returns a function that removes it. */
  fault(fault: Record<string, unknown>): Promise<() => Promise<void>>;
  /** True when no fault is left: each has matched `count` requests. */
  faultsAreSpent(): Promise<true | undefined>;
  /** True when each fault has matched at least one request. */
  faultsHaveMet(): Promise<true | undefined>;
  clearFaults(): Promise<void>;
  /** Method and path of the requests since the last `clearRequests`, except those that only read the account or check limits. */
  requests(): Promise<string[]>;
  /** Number of requests to an endpoint, counted as in {@link requests}. */
  calls(endpoint: string): Promise<number>;
  clearRequests(): Promise<void>;
  /** Records of a collection. */
  state(collection: string): Promise<Record<string, unknown>[]>;
  /** Changes a record outside the API. */
  change(collection: string, id: string | number, fields: Record<string, unknown>): Promise<void>;
  remove(collection: string, id: string | number): Promise<void>;
  reset(): Promise<void>;
}

/** Sends a request to a control route and returns its response. */
export async function sendControl(url: string, method: string, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(`${url}/_emulator/${path}`, {
    method,
    headers: { "content-type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text === "" ? undefined : JSON.parse(text);
}

interface LoggedRequest {
  method: string;
  path: string;
  query: Record<string, unknown>;
}

/**
 * Whether a request is incidental: one that `client/evidence/origin.ts` sends with the first operation of a process, or a check
 * whether pools fit into the quotas, which changes nothing.
 */
function isAside({ path, query }: LoggedRequest): boolean {
  if (path.endsWith("/check_limits")) return true;
  const asked = `${path}?${new URLSearchParams(query as Record<string, string>)}`;
  return asked === "/cloud/v1/tasks?limit=1" || asked === "/cdn/resources/rule_templates?limit=100";
}

/** Control routes of an emulator. */
export function controlOf(emulator: { url: string }): Control {
  const send = (method: string, path: string, body?: unknown) => sendControl(emulator.url, method, path, body);
  return {
    fault: async (fault) => {
      const { id } = (await send("POST", "faults", fault)) as { id: number };
      return async () => void (await send("DELETE", `faults/${id}`));
    },
    faultsAreSpent: async () => (((await send("GET", "faults")) as unknown[]).length === 0 ? true : undefined),
    faultsHaveMet: async () =>
      ((await send("GET", "faults")) as { hits: number }[]).every(({ hits }) => hits > 0) || undefined,
    clearFaults: async () => void (await send("DELETE", "faults")),
    async requests() {
      const response = (await send("GET", "requests")) as { requests: LoggedRequest[] };
      return response.requests.filter((one) => !isAside(one)).map(({ method, path }) => `${method} ${path}`);
    },
    async calls(endpoint) {
      const response = (await send("GET", `requests?endpoint=${endpoint}`)) as { requests: LoggedRequest[] };
      return response.requests.filter((one) => !isAside(one)).length;
    },
    clearRequests: async () => void (await send("DELETE", "requests")),
    async state(collection) {
      const response = await send("GET", `state/${collection}`);
      return Object.values(response as Record<string, Record<string, unknown>>);
    },
    change: async (collection, id, fields) => void (await send("POST", `state/${collection}/${id}`, fields)),
    remove: async (collection, id) => void (await send("DELETE", `state/${collection}/${id}`)),
    reset: async () => void (await send("POST", "reset")),
  };
}
