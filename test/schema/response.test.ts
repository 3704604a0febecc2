import { clusterBody, endpoints } from "@cloudplatform/pulumi/api";
import { readResponse, sentIn, unreadOf } from "@cloudplatform/pulumi/schema";
import { describe, expect, test } from "vitest";
import { readPages } from "../../provider/client/read-list.ts";

const template = { id: 7, rule: "/a", ruleType: 0 };
const list = endpoints["ruleTemplates.list"].response;

/** Returns the parsed response. Throws its problems. */
function read(schema: Parameters<typeof readResponse>[0], value: unknown): unknown {
  const result = readResponse(schema, value);
  if (!result.success) throw new Error(JSON.stringify(result.problems));
  return result.data;
}

describe("one unreadable object", () => {
  test.each([
    ["a null type", { ...template, ruleType: null }],
    ["no object at all", 5],
  ])("is left out of a list and stays with it: %s", (_, unreadable) => {
    const response = read(list, [template, unreadable, template]) as unknown[];
    expect(response).toHaveLength(2);
    expect(sentIn(response)).toBe(3);
    expect(Object.values(unreadOf(response))).toEqual([unreadable]);
  });

  test("loses only the field that is unreadable, where it can do without", () => {
    const [one] = read(list, [{ ...template, weight: "first", options: { gzipOn: 5, slice: null } }]) as [object];
    expect(one).toMatchObject({ ...template, options: { slice: null } });
    expect(unreadOf(one)).toEqual({ weight: "first" });
    expect(unreadOf((one as { options: object }).options)).toEqual({ gzipOn: 5 });
  });

  test("is an error where nothing else was asked for", () => {
    const result = readResponse(endpoints["ruleTemplates.get"].response, { ...template, ruleType: null });
    expect(result).toMatchObject({ success: false, problems: [{ path: ["ruleType"] }] });
  });
});

test("an unknown value of an enumeration is kept as text, and a number may come as text", () => {
  const response = read(endpoints["ruleTemplates.get"].response, {
    ...{ ...template, ruleType: "0" },
    overrideOriginProtocol: "QUIC",
  });
  expect(response).toMatchObject({ ruleType: 0, overrideOriginProtocol: "QUIC" });
});

test("what is sent is never read with tolerance", () => {
  expect(clusterBody.shape.is_ipv6.safeParse("true").success).toBe(false);
});

describe("a list is read to its end", () => {
  const all = [1, 2, 3, 4, 5].map((id) => ({ id }));
  const pagesOf = async (size: number, total: number | undefined) => {
    let requests = 0;
    const whole = await readPages<{ id: number }>(
      async (offset) => {
        requests++;
        return { items: all.slice(offset, offset + size), total };
      },
      (one) => one.id,
    );
    return [whole.items.length, requests];
  };

  test("in pages that nobody asked for, with a count and without", async () => {
    expect(await pagesOf(2, 5)).toEqual([5, 3]);
    expect(await pagesOf(2, undefined)).toEqual([5, 4]);
  });

  test("from a platform that knows no pages and sends all again, whichever way it is asked for the next page", async () => {
    let requests = 0;
    const ask = async () => {
      requests++;
      return { items: all, total: undefined };
    };
    expect((await readPages(ask, (one) => one.id)).items).toEqual(all);
    // Tries offsets, then pages: the contract promises neither.
    expect(requests).toBe(3);
  });

  test("with total_count in place of count", () => {
    const response = read(endpoints["clusters.list"].response, { total_count: 9, results: [] });
    expect(response).toMatchObject({ count: 9 });
  });
});
