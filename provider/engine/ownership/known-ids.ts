import type { Properties } from "../../values/properties.ts";

/**
 * Ids of objects that existed before a request, as its record has them: `1-77,80`. Nothing promises that ids ascend, so that what is
 * new is whatever is not among them.
 */
export function knownIds(ids: Iterable<number>): string {
  const ranges: [number, number][] = [];
  for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === id - 1) last[1] = id;
    else ranges.push([id, id]);
  }
  return ranges.map(([first, last]) => (first === last ? String(first) : `${first}-${last}`)).join(",");
}

/** Whether an object existed before a request. Records of earlier releases have the ids one by one, or the highest. */
export function isKnown({ known, after }: Readonly<Properties>, id: number): boolean {
  if (typeof after === "number" && id <= after) return true;
  if (Array.isArray(known)) return known.includes(id);
  if (typeof known !== "string" || known === "") return false;
  return known.split(",").some((range) => {
    const [first, last = first] = range.split("-").map(Number);
    return first !== undefined && last !== undefined && id >= first && id <= last;
  });
}
