import type { Properties } from "../../values/properties.ts";

/**
 * Encodes the ids of objects that existed before a request, for the record of the request: `1-77,80`. The platform does not
 * promise ascending ids, so an object is new if its id is not among these.
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

/** Whether an object existed before a request. Records of earlier releases list every id, or have only the highest one. */
export function isKnown({ known, after }: Readonly<Properties>, id: number): boolean {
  if (typeof after === "number" && id <= after) return true;
  if (Array.isArray(known)) return known.includes(id);
  if (typeof known !== "string" || known === "") return false;
  return known.split(",").some((range) => {
    const [first, last = first] = range.split("-").map(Number);
    return first !== undefined && last !== undefined && id >= first && id <= last;
  });
}

/**
 * Whether a request with this mark may have created an object. `above`: an id that was assigned before the request, on record only if
 * the list of known ids was older than seconds. Where ids do not ascend, what has a lower id stays unexplained, and stops the creation.
 */
export function isNewer(mark: Readonly<Properties>, id: number): boolean {
  return !isKnown(mark, id) && !(typeof mark.above === "number" && id <= mark.above);
}
