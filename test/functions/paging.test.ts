import { edge, gpu, streaming } from "@cloudplatform/pulumi/lookups";
import { describe, expect, test } from "vitest";
import type { Paging } from "../../provider/functions/definition.ts";
import { iteratePages, readAllPages } from "../../provider/functions/paging.ts";
import { clientOf, platform } from "../helpers/platform.ts";

const emulator = await platform();
const { requests, store } = emulator.platform;
const asked = () => requests.list({}).map(({ query }) => query);

describe("streams", () => {
  test("of many pages are read to the empty page, one page in memory at a time", async () => {
    const [first] = [...store.streams.all()];
    if (first === undefined) throw new Error("the seed has no stream");
    emulator.platform.database.write(() => {
      for (let id = 9; id <= 60; id++) store.streams.put(id, { ...first, id, name: `Stream ${id}` });
    });
    requests.clear();
    const client = clientOf(emulator);
    const walk = streaming.iterateStreams({}, { client });
    expect((await walk.next()).value).toMatchObject({ id: 1 });
    expect(asked()).toEqual([{ page: "1", with_broadcasts: undefined }].map(({ page }) => ({ page })));
    let seen = 1;
    for await (const stream of walk) expect(stream.id).toBe(++seen);
    expect(seen).toBe(60);
    expect(asked().map(({ page }) => page)).toEqual(["1", "2", "3", "4"]);
    expect(await streaming.getStreams({}, { client })).toHaveLength(60);
    expect(await streaming.getStreams({ page: 3 }, { client })).toHaveLength(10);
    expect(await streaming.getStreams({ page: 9 }, { client })).toEqual([]);
  });
});

describe("offset lists", () => {
  test("end at the platform's count, and report progress", async () => {
    const client = clientOf(emulator);
    const reported: unknown[] = [];
    requests.clear();
    const all = await edge.getApps({ all: true, limit: 3 }, { client, onPage: (page) => reported.push(page) });
    expect(all.apps).toHaveLength(8);
    expect(asked().map(({ offset }) => offset)).toEqual([undefined, "3", "6"]);
    expect(reported).toEqual([3, 6, 8].map((items) => ({ items, total: 8 })));
  });

  test("begin at the given offset", async () => {
    const names: unknown[] = [];
    const address = { projectId: 1, regionId: 76, clusterId: "1aaaab48-10d0-46d9-80cc-85209284ceb4" };
    const walk = gpu.iterateServers({ ...address, offset: 9, limit: 2 }, { client: clientOf(emulator) });
    for await (const server of walk) names.push(server.name);
    expect(names).toEqual(["train-1-10", "train-1-11", "train-1-12"]);
  });

  test("of logs keep their time window while they are read oldest first", async () => {
    requests.clear();
    const client = clientOf(emulator);
    const ids: unknown[] = [];
    for await (const log of edge.iterateAppLogs({ id: 2, sort: "asc", limit: 1 }, { client })) {
      ids.push(log.id);
      // Logs that drop out of the default window of an hour would shift the offsets of the following logs.
      emulator.platform.clock.change({ advanceMs: 60_000 });
    }
    const [first, ...rest] = asked();
    expect(first).not.toHaveProperty("from");
    expect(rest.length).toBeGreaterThan(2);
    expect(new Set(rest.map(({ from }) => from)).size).toBe(1);
    expect(ids).toHaveLength(requests.list({}).length);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("stop when the loop ends", async () => {
    requests.clear();
    for await (const _ of edge.iterateApps({ limit: 1 }, { client: clientOf(emulator) })) break;
    expect(asked()).toHaveLength(1);
  });

  test("stop with an error when the signal aborts", async () => {
    const stop = new AbortController();
    const walk = edge.iterateApps({ limit: 1 }, { client: clientOf(emulator), signal: stop.signal });
    await walk.next();
    stop.abort();
    await expect(walk.next()).rejects.toMatchObject({ code: "cancelled" });
  });
});

/** The emulator pages correctly, so the responses of platforms that page badly are written here. */
describe("a platform that", () => {
  const byPage: Paging = { items: "", id: "id", by: "page" };
  const byOffset: Paging = { items: "results", id: "id", by: "offset" };
  const record = (id: number) => ({ id });

  async function idsOf(paging: Paging, answers: (query: Record<string, number>) => unknown): Promise<unknown[]> {
    let requestsLeft = 20;
    const ask = async ({ query }: { query?: object }) => {
      if (--requestsLeft < 0) throw new Error("asked for ever");
      return answers(query as Record<string, number>);
    };
    const ids: unknown[] = [];
    for await (const page of iteratePages({ paging, call: {}, ask })) ids.push(...page.items.map((item) => item.id));
    return ids;
  }

  test("returns the same items for every page is read once", async () => {
    expect(await idsOf(byPage, () => [record(1), record(2)])).toEqual([1, 2]);
  });

  test("starts again after its last page is read once", async () => {
    expect(await idsOf(byPage, ({ page }) => [record(Number(page) % 3)])).toEqual([1, 2, 0]);
  });

  test("repeats an item of a shifted list returns it once", async () => {
    const pages = [[1, 2], [2, 3], []].map((ids) => ids.map(record));
    expect(await idsOf(byPage, ({ page }) => pages[Number(page) - 1])).toEqual([1, 2, 3]);
  });

  test("returns fewer items than requested is read to its end", async () => {
    const all = [1, 2, 3, 4, 5].map(record);
    expect(await idsOf(byOffset, ({ offset = 0 }) => ({ results: all.slice(offset, offset + 2) }))).toEqual([
      1, 2, 3, 4, 5,
    ]);
  });

  test("omits the list has an empty one", async () => {
    expect(await idsOf(byOffset, () => ({ count: 0, results: null }))).toEqual([]);
    expect(await readAllPages({ paging: byOffset, call: {}, ask: async () => ({ count: 0 }) })).toEqual({
      count: 0,
      results: [],
    });
  });

  test("returns items without ids ends at a repeated page", async () => {
    expect(
      await idsOf(byOffset, ({ offset = 0 }) => ({ results: offset < 2 ? [{ n: offset }] : [{ n: 9 }] })),
    ).toHaveLength(3);
  });
});
