import { z } from "zod";
import { behaviorSettings } from "../behaviors/settings.ts";
import type { Platform } from "../platform.ts";
import { PlatformError } from "../server/errors.ts";
import type { Collection } from "../store/collection.ts";
import type { Store } from "../store/store.ts";

/** Tasks are created only by requests. */
type SeededName = Exclude<keyof Store, "tasks">;

/**
 * The schema of a seed: a list of records for each collection. A text such as `now`, `now-15m` or `now+2h` (s, m, h, d) is
 * replaced by that time on the platform's clock, and `own` in a `client` or `client_id` by the client of the emulator.
 */
export function seedSchema(store: Store): ReturnType<typeof madeSchema> {
  // Cached: every store has the same collections, and a schema is compiled when it first parses.
  known ??= madeSchema(store);
  return known;
}

let known: ReturnType<typeof madeSchema> | undefined;

function madeSchema(store: Store) {
  const names = Object.keys(store).filter((name): name is SeededName => name !== "tasks");
  const lists = names.map((name) => [name, z.array(store[name].options.schema).optional()]);
  const shape: Record<SeededName, z.ZodOptional<z.ZodArray<z.ZodType>>> = Object.fromEntries(lists);
  return z.strictObject({
    ...shape,
    priceList: z.array(store.priceList.options.schema).length(1),
    behaviors: behaviorSettings
      .optional()
      .describe("Behaviors at the start and after a reset; start options override them."),
  });
}

/** Maximum number of reported problems; more would push the first one out of sight. */
const maxProblems = 20;

/** Parses a seed. Throws an error with the path of each problem. */
export function parseSeed(
  { store, clock, clientId }: Pick<Platform, "store" | "clock" | "clientId">,
  seed: unknown,
  name: string,
) {
  const result = seedSchema(store).safeParse(resolved(seed, { now: clock.now(), clientId }));
  if (result.success) return result.data;
  const { issues } = result.error;
  const problems = issues
    .slice(0, maxProblems)
    .map(({ path, message }) => `  ${path.join(".") || "(the seed)"}: ${message}`);
  if (issues.length > maxProblems) problems.push(`  and ${issues.length - maxProblems} more`);
  throw new PlatformError(400, `${name} is invalid:\n${problems.join("\n")}`);
}

/** Adds parsed records, such as those of a seed, to empty collections. */
export function loadRecords(store: Store, seed: Readonly<Record<string, unknown>>): void {
  for (const [name, collection] of Object.entries(store) as [string, Collection][]) {
    const records = seed[name];
    if (Array.isArray(records)) collection.load(records);
  }
}

const unitMs: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

interface Placeholders {
  now: number;
  clientId: number;
}

function resolved(value: unknown, of: Placeholders, field = ""): unknown {
  if (value === "own" && /^client(_id)?$/.test(field)) return of.clientId;
  if (typeof value === "string") return timestampOf(value, of.now) ?? value;
  if (Array.isArray(value)) return value.map((element) => resolved(element, of));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, element]) => [key, resolved(element, of, key)]));
}

function timestampOf(text: string, now: number): string | undefined {
  const match = /^now(?:([+-])(\d+)([smhd]))?$/.exec(text);
  if (match === null) return undefined;
  const [, sign, amount = "0", unit = "s"] = match;
  const distance = Number(amount) * (unitMs[unit] ?? 0);
  return new Date(sign === "-" ? now - distance : now + distance).toISOString();
}
