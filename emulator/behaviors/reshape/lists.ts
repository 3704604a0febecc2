import type { BehaviorValues } from "../table.ts";
import type { Reshape } from "./index.ts";

/** Removes the total from lists (behavior `listCount`). */
export function listCountReshape({ listCount }: BehaviorValues): Reshape | undefined {
  if (listCount === "present") return undefined;
  return (body, { id }) => {
    const isList = /\.(list|active|flavors|createVersions|upgradeVersions)$/.test(id);
    if (!isList || body === null || typeof body !== "object" || Array.isArray(body)) return body;
    const { count: _, total_count: __, ...rest } = body as Record<string, unknown>;
    return rest;
  };
}

/** Endpoints that write an object or its tasks. Requests for prices and limits are reads. */
const write = /\.(create|replace|patch|set|upgrade|resize|delete)$/;

export function isWrite(id: string): boolean {
  return write.test(id);
}

/** Removes ids and tasks from the responses to writes (behavior `writeResponses`). */
export function writeResponseReshape({ writeResponses }: BehaviorValues): Reshape | undefined {
  if (writeResponses !== "no-id") return undefined;
  return (body, { id }) => {
    if (!isWrite(id) || body === null || typeof body !== "object") return body;
    const { id: _, tasks: __, ...rest } = body as Record<string, unknown>;
    return rest;
  };
}
