import { z } from "zod";
import type { Origin } from "../../client/evidence/origin.ts";
import type { Hidden } from "./hidden-properties.ts";

const origin = z.object({ platform: z.string(), client: z.int().optional(), writtenAt: z.number().optional() });

/** Where the object of a resource in state is; undefined if an earlier release wrote the state. */
export function originIn({ __origin }: Hidden): Origin | undefined {
  return origin.safeParse(__origin).data;
}
