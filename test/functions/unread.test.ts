import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { edge } from "@cloudplatform/pulumi/lookups";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { lookupDefaults, setLookupDefaults } from "../../provider/functions/lookup-defaults.ts";
import { clientOf } from "../helpers/platform.ts";

/** A platform of the same contract that responds with these lists, one for each request. */
const pages: object[] = [];
const server = createServer((_, response) => {
  response.setHeader("content-type", "application/json").end(JSON.stringify(pages.shift() ?? { apps: [] }));
}).listen(0, "127.0.0.1");
await once(server, "listening");
afterAll(() => void server.close());

const newClient = () => clientOf({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
const app = (id: unknown, fields: object = {}) => ({ id, name: `app-${id}`, status: 1, ...fields });

const warnings: string[] = [];
const defaults = lookupDefaults();

beforeEach(() => {
  warnings.length = 0;
  setLookupDefaults({ ...defaults, warn: (text) => void warnings.push(text) });
});
afterEach(() => setLookupDefaults(defaults));

test("an unreadable element is reported once with its field, and all others are returned", async () => {
  const page = { apps: [app(1), app("seven", { comment: "s3cret" }), app(9)], count: 3 };
  pages.push(page, page);
  const client = newClient();
  for (const fresh of [false, true]) {
    const { apps } = await edge.getApps({}, { client, fresh });
    expect(apps.map(({ id }) => id)).toEqual([1, 9]);
  }
  expect(warnings).toEqual([
    expect.stringMatching(
      /^edge\.getApps: the platform's response holds an element, apps\[1\] \(id "seven", "app-seven"\), that cannot be read: field id: expected number, received string\. It is left out of the result\.$/,
    ),
  ]);
  expect(warnings.join()).not.toContain("s3cret");
});

test("an unreadable optional field is reported and omitted", async () => {
  pages.push({ apps: [app(1, { comment: { nested: true } })], count: 1 });
  const { apps } = await edge.getApps({}, { client: newClient() });
  expect(apps).toMatchObject([{ id: 1 }]);
  expect(warnings).toEqual([expect.stringMatching(/holds a field, apps\[0\]\.comment, that cannot be read: /)]);
});

test("a page of unreadable elements does not end the list, and a repeated one does", async () => {
  pages.push(
    ...[
      [1, 2],
      ["x", "y"],
      [3, 4],
    ].map((ids) => ({ apps: ids.map((id) => app(id)), count: 6 })),
  );
  const { apps } = await edge.getApps({ all: true, limit: 2 }, { client: newClient() });
  expect(apps.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
  pages.push({ apps: [app("x")] }, { apps: [app("x")] }, { apps: [app(1)] });
  expect((await edge.getApps({ all: true, limit: 1 }, { client: newClient() })).apps).toEqual([]);
  pages.length = 0;
});
