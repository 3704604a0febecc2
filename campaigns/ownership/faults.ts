import type { FaultSpec } from "@cloudplatform/emulator";
import type { Random } from "../cluster/random.ts";
import { facts, type Kind } from "./kinds.ts";
import type { Kill } from "./world.ts";

const all = { probability: 1, seed: 1 } as const;

/** What can go wrong with one request that creates an object. */
export const createFaults = [
  "request lost",
  "answer lost",
  "garbage",
  "late",
  "gateway, late",
  "gateway, acted",
  "gateway, nothing",
  "task error",
] as const;
export type CreateFault = (typeof createFaults)[number];

/**
 * Late effects happen within this time, which is half of the provider's search time. Those of a purchase, which is never sent
 * again, may also happen after the provider has given up.
 */
const latestMs = 3_000;
const tooLateMs = 8_000;

/** @param slowness Factor for the delay of late effects, for a provider that searches for a minute instead of 6 s. */
export function createFault(fault: CreateFault, kind: Kind, random: Random, slowness = 1): FaultSpec[] {
  const target = { ...all, endpoint: facts[kind].create, count: 1 };
  const gateway: FaultSpec = { ...target, name: "status", status: random.pick([502, 503, 503, 504]) };
  if (random.next() < 0.5) gateway.retryAfter = 1;
  const ms = slowness * random.pick([300, 1_200, latestMs, kind === "reservation" ? tooLateMs : latestMs]);
  switch (fault) {
    case "request lost":
      return [{ ...target, name: "drop-before", count: random.pick([1, 1, 3]) }];
    case "answer lost":
      return [{ ...target, name: "drop-after" }];
    case "garbage":
      return [{ ...target, name: "garbage" }];
    case "late":
      return [{ ...target, name: "late", ms }];
    case "gateway, late":
      return [{ ...target, name: "late", ms }, gateway];
    case "gateway, acted":
      return [{ ...target, name: "late", ms: 0 }, gateway];
    case "gateway, nothing":
      return [{ ...gateway, count: random.pick([1, 1, 3]) }];
    case "task error":
      return kind === "cluster"
        ? [{ ...target, name: "task-error", error: "No capacity.", leavesBehind: random.next() < 0.5 }]
        : [{ ...target, name: "drop-after" }];
  }
}

/** What can go wrong with the other requests: lost or wrong responses to lists and reads, and lost changes. */
export function otherFault(random: Random): FaultSpec[] {
  const count = random.pick([1, 1, 2]);
  return random.pick<FaultSpec[]>([
    [{ ...all, name: "drop-after", method: random.pick(["PUT", "PATCH", "DELETE"]), count }],
    [{ ...all, name: "drop-before", method: random.pick(["PUT", "PATCH", "DELETE", "GET"]), count }],
    [{ ...all, name: "garbage", method: "GET", count }],
    [{ ...all, name: "status", status: random.pick([500, 502, 503, 504]), method: "GET", count }],
    [{ ...all, name: "status", status: random.pick([502, 504]), method: "DELETE", count }],
  ]);
}

/** One wrong "not found" response to a read of an object. */
export function wrongNotFound(kind: Kind): FaultSpec[] {
  const endpoint = (
    {
      rule: "ruleTemplates.get",
      app: "appTemplates.get",
      reservation: "reservations.get",
      cluster: "clusters.get",
      secret: "secrets.get",
      threshold: "notificationThreshold.get",
    } as const
  )[kind];
  return [{ ...all, name: "status", status: 404, endpoint, count: 1 }];
}

/** When a command is killed: at a request that creates, at any request, or at any time. */
export function killOf(resources: number, random: Random): Kill {
  const delayMs = random.pick([0, 0, 0, 1, 3, 10, 50, 200, 700]);
  const chance = random.next();
  if (chance < 0.6) return { request: random.between(1, resources), creates: true, delayMs };
  if (chance < 0.9) return { request: random.between(1, 5 * resources), delayMs };
  return { request: 0, delayMs: 0, afterMs: random.between(500, 4_000) };
}
