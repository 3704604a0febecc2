import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createClient, scopeOf } from "@cloudplatform/pulumi/client";
import { expect, onTestFinished, test } from "vitest";
import { listers } from "../../provider/resources/list-objects.ts";

test("a secret without an id is reported as unreadable", async () => {
  const secrets = [{ name: "token" }, { id: 7, name: "other" }];
  const server = createServer((_, response) => response.end(JSON.stringify({ count: secrets.length, secrets })));
  onTestFinished(() => void server.close());
  await once(server.listen(0, "127.0.0.1"), "listening");
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = createClient({ baseUrl, apiKey: "local" }).bind(scopeOf("the test"));
  const listed = await listers.Secret.list(client, {});
  expect(listed.found.map(({ id }) => id)).toEqual(["7"]);
  expect(listed.unread).toBe(1);
  expect(listed.skipped).toEqual([{ object: "secret without a readable id", reason: expect.any(String) }]);
});
