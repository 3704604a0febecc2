import type { Random } from "../cluster/random.ts";

/** How one `up` is disturbed. */
export interface Disturbance {
  kind: Kind;
  /** A fault of the emulator. `create` stands for the endpoint that creates the object. */
  fault?: { name: string; endpoint?: "create"; count: number; probability?: number; [field: string]: unknown };
  /** Milliseconds after its start at which the process that runs the `up` is killed with -9. */
  killAfterMs?: number;
}

export const kinds = [
  "request lost",
  "answer lost",
  "answer garbage",
  "server error",
  "reads fail too",
  "kill -9 at any time",
  "kill -9 in the request",
  "answer lost and kill -9",
  "request lost and kill -9",
] as const;

export type Kind = (typeof kinds)[number];

/** Check, record and request take about 100 ms on two busy cores. This range covers times before, during and after them. */
const anyTime = [0, 250] as const;

export function disturbance(kind: Kind, random: Random): Disturbance {
  const create = "create" as const;
  switch (kind) {
    case "request lost":
      return { kind, fault: { name: "drop-before", endpoint: create, count: 1 } };
    case "answer lost":
      return { kind, fault: { name: "drop-after", endpoint: create, count: 1 } };
    case "answer garbage":
      return { kind, fault: { name: "garbage", endpoint: create, count: 1 } };
    case "server error": {
      const status = random.pick([500, 502, 504]);
      return { kind, fault: { name: "status", endpoint: create, status, count: 1 } };
    }
    case "reads fail too":
      return { kind, fault: { name: "drop-after", probability: 0.4, seed: random.between(1, 1_000_000), count: 12 } };
    case "kill -9 at any time":
      return { kind, killAfterMs: random.between(...anyTime) };
    case "kill -9 in the request": {
      const fault = { name: "delay", endpoint: create, ms: 400, count: 1 };
      return { kind, fault, killAfterMs: random.between(20, 600) };
    }
    case "answer lost and kill -9": {
      const fault = { name: "drop-after", endpoint: create, count: 1 };
      return { kind, fault, killAfterMs: random.between(...anyTime) };
    }
    case "request lost and kill -9": {
      // Kills it during its search, which takes up to 10 s.
      const fault = { name: "drop-before", endpoint: create, count: 1 };
      return { kind, fault, killAfterMs: random.between(50, 3_000) };
    }
  }
}
