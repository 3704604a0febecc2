import { createHash } from "node:crypto";
import { textOrder } from "./text-order.ts";

/** SHA-256 of a value's {@link canonicalJson}, hexadecimal. */
export function canonicalHash(value: unknown): string {
  return createHash("sha256").update(canonicalJson(value)).digest("hex");
}

/** JSON with sorted keys and without undefined values: equal values have equal texts. Large integers become text. */
export function canonicalJson(value: unknown): string {
  if (typeof value === "bigint") return JSON.stringify(String(value));
  if (Array.isArray(value)) return `[${value.map((one) => canonicalJson(one ?? null)).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value ?? null);
  const entries = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .sort(([a], [b]) => textOrder(a, b));
  return `{${entries.map(([key, one]) => `${JSON.stringify(key)}:${canonicalJson(one)}`).join(",")}}`;
}
