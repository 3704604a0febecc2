import { Pool } from "undici";

/** A request of a load. */
export interface Shot {
  method: "GET" | "POST" | "DELETE";
  path: string;
  body?: string;
}

export interface Measured {
  requests: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Number of responses by status. */
  statuses: Record<number, number>;
}

interface Load {
  url: string;
  connections: number;
  /** Returns the next request, or undefined to end the load. Receives the connection's previous response. */
  next: (lane: number, last: { status: number; text: string } | undefined) => Shot | undefined;
}

const headers = { authorization: "apikey local", "content-type": "application/json" };

/** Sends requests over a fixed number of connections, each with one request at a time, like that many clients. */
export async function fire({ url, connections, next }: Load): Promise<Measured> {
  const pool = new Pool(url, { connections, pipelining: 1 });
  const times: number[] = [];
  const statuses: Record<number, number> = {};
  const lane = async (index: number) => {
    let last: { status: number; text: string } | undefined;
    for (let shot = next(index, last); shot !== undefined; shot = next(index, last)) {
      const started = performance.now();
      const { statusCode, body } = await pool.request({ ...shot, headers });
      last = { status: statusCode, text: await body.text() };
      times.push(performance.now() - started);
      statuses[statusCode] = (statuses[statusCode] ?? 0) + 1;
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: connections }, (_, index) => lane(index)));
  const seconds = (performance.now() - started) / 1000;
  await pool.close();
  const sorted = Float64Array.from(times).sort();
  const at = (share: number) => Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 100) / 100;
  return {
    requests: times.length,
    perSecond: Math.round(times.length / seconds),
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    statuses,
  };
}

/** Repeats a request for some seconds. */
export function forSeconds(seconds: number, shot: (count: number) => Shot): Load["next"] {
  const end = performance.now() + seconds * 1000;
  let count = 0;
  return () => (performance.now() < end ? shot(count++) : undefined);
}
