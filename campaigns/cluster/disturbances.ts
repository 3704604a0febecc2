import type { Random } from "./random.ts";

/** How one `up` is disturbed. */
export interface Disturbance {
  kind: Kind;
  /** A fault of the emulator. It affects the requests of this run only. */
  fault?: Record<string, unknown>;
  /** Milliseconds after its start at which the process that runs the `up` is killed with -9. */
  killAfterMs?: number;
  /** Milliseconds after which the platform is killed with -9 and started again. */
  restartAfterMs?: number;
  /** The creation timeout that the program sets. */
  timeout?: string;
}

/** The points of a creation at which it can be stopped; see README. */
export const kinds = [
  "request lost",
  "answer lost",
  "answer garbage",
  "server error",
  "reads fail too",
  "deadline",
  "task error, cluster left",
  "task error, nothing left",
  "kill -9 at any time",
  "kill -9 in the request",
  "answer lost and kill -9",
] as const;

export type Kind = (typeof kinds)[number] | "platform restart";

const create = "clusters.create";

/** A creation takes 0.6 s at the campaign's speed. This range covers times before, during and after it. */
const anyTime = [0, 900] as const;

export function disturbance(kind: Kind, random: Random): Disturbance {
  switch (kind) {
    case "request lost":
      return { kind, fault: { name: "drop-before", endpoint: create, count: random.between(1, 4) } };
    case "answer lost":
      return { kind, fault: { name: "drop-after", endpoint: create, count: 1 } };
    case "answer garbage":
      return { kind, fault: { name: "garbage", endpoint: create, count: 1 } };
    case "server error":
      return {
        kind,
        fault: { name: "status", endpoint: create, status: random.pick([500, 502, 504]), count: random.between(1, 4) },
      };
    case "reads fail too":
      return { kind, fault: { name: "drop-after", probability: 0.4, seed: random.between(1, 1_000_000), count: 12 } };
    case "deadline":
      return { kind, timeout: `${random.between(20, 500)}ms` };
    case "task error, cluster left":
      return { kind, fault: { name: "task-error", endpoint: create, leavesBehind: true, count: 1 } };
    case "task error, nothing left":
      return { kind, fault: { name: "task-error", endpoint: create, count: 1 } };
    case "kill -9 at any time":
      return { kind, killAfterMs: random.between(...anyTime) };
    case "kill -9 in the request":
      return {
        kind,
        fault: { name: "delay", endpoint: create, ms: 400, count: 1 },
        killAfterMs: random.between(20, 500),
      };
    case "answer lost and kill -9":
      return {
        kind,
        fault: { name: "drop-after", endpoint: create, count: 1 },
        killAfterMs: random.between(...anyTime),
      };
    case "platform restart":
      return { kind, restartAfterMs: random.between(...anyTime) };
  }
}
