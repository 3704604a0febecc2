import { type Answer, elementsOf, isSuccess, totalOf } from "../answer.ts";
import { type Detectors, type Evidence, seen, undetermined } from "./finding.ts";

/** How lists are paged. */
export const pagingDetectors: Detectors<"pageSize" | "paging" | "listCount"> = {
  pageSize: (evidence) => {
    const firsts = lists(evidence).filter(
      ({ reading: { query, page } }) => Number(query.limit) > 1 && !query.offset && !page,
    );
    if (firsts.length === 0) return undetermined("no list was returned");
    const cut = firsts.filter((answer) => isCut(answer, evidence)).map((answer) => elementsOf(answer)?.length ?? 0);
    return cut.length === 0 ? "default" : seen(Math.max(...cut));
  },
  paging: ({ paging }) => {
    if (paging === undefined) return undetermined("no list was long enough");
    return paging === "page" ? seen("page") : "default";
  },
  listCount: (evidence) => {
    const objects = lists(evidence).filter(({ value }) => !Array.isArray(value));
    if (objects.length === 0) return undetermined("no list with a count was returned");
    return objects.every((answer) => totalOf(answer) === undefined) ? seen("absent") : "default";
  },
};

/** Lists that the contract pages. */
function lists({ answers }: Evidence): Answer[] {
  return answers.filter(
    (answer) =>
      isSuccess(answer) && elementsOf(answer) !== undefined && answer.reading.endpoint.query.shape.limit !== undefined,
  );
}

/** Whether a page has fewer elements than requested although more exist. */
function isCut(answer: Answer, evidence: Evidence): boolean {
  const size = elementsOf(answer)?.length ?? 0;
  const { endpoint, params, query } = answer.reading;
  if (size === 0 || size >= Number(query.limit)) return false;
  const total = totalOf(answer);
  if (total !== undefined) return total > size;
  return lists(evidence).some(
    (other) =>
      other.reading.endpoint.id === endpoint.id &&
      JSON.stringify(other.reading.params) === JSON.stringify(params) &&
      (other.reading.query.offset === size || other.reading.page === 2) &&
      other.reading.query.limit === query.limit &&
      (elementsOf(other)?.length ?? 0) > 0,
  );
}
