import { z } from "zod";
import type { Platform } from "../platform.ts";
import { PlatformError } from "../server/errors.ts";
import type { Store } from "../store/store.ts";

/** Tasks come from requests only. */
type SeededName = Exclude<keyof Store, "tasks">;

/**
 * The form of a seed: for each collection a list of its records. A text such as `now`, `now-15m` or `now+2h` (s, m, h, d)
 * stands for that moment of the platform's clock.
 */
export function seedForm(store: Store) {
  const names = Object.keys(store).filter((name): name is SeededName => name !== "tasks");
  const lists = names.map((name) => [name, z.array(store[name].form.schema).optional()]);
  const shape: Record<SeededName, z.ZodOptional<z.ZodArray<z.ZodType>>> = Object.fromEntries(lists);
  return z.strictObject({ ...shape, priceList: z.array(store.priceList.form.schema).length(1) });
}

/** More at once only hide the first. */
const mostProblems = 20;

/** A seed as it came, in its form. Throws a refusal that names the path of what is wrong. */
export function parseSeed({ store, clock }: Pick<Platform, "store" | "clock">, seed: unknown, name: string) {
  const result = seedForm(store).safeParse(withMoments(seed, clock.now()));
  if (result.success) return result.data;
  const { issues } = result.error;
  const problems = issues
    .slice(0, mostProblems)
    .map(({ path, message }) => `  ${path.join(".") || "(the seed)"}: ${message}`);
  if (issues.length > mostProblems) problems.push(`  and ${issues.length - mostProblems} more`);
  throw new PlatformError(400, `${name} is no seed:\n${problems.join("\n")}`);
}

/** Puts the records of a seed into empty collections. */
export function fill(store: Store, seed: Record<string, readonly unknown[] | undefined>): void {
  for (const [name, collection] of Object.entries(store))
    for (const record of seed[name] ?? []) collection.load(record);
}

const unitMs: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

function withMoments(value: unknown, now: number): unknown {
  if (typeof value === "string") return momentOf(value, now) ?? value;
  if (Array.isArray(value)) return value.map((element) => withMoments(element, now));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, element]) => [key, withMoments(element, now)]));
}

function momentOf(text: string, now: number): string | undefined {
  const match = /^now(?:([+-])(\d+)([smhd]))?$/.exec(text);
  if (match === null) return undefined;
  const [, sign, amount = "0", unit = "s"] = match;
  const distance = Number(amount) * (unitMs[unit] ?? 0);
  return new Date(sign === "-" ? now - distance : now + distance).toISOString();
}
