import { createClient, scopeOf } from "@cloudplatform/pulumi/client";
import { expect, test } from "vitest";
import { listers } from "../../provider/resources/list-objects.ts";
import { platform } from "../helpers/platform.ts";

const emulator = await platform();
const client = createClient({ baseUrl: emulator.url, apiKey: "local" }).bind(scopeOf("the test"));

test("the threshold of a client is its one object, without a name, under the client's id", async () => {
  const listed = await listers.NotificationThreshold.list(client, { clientId: 5 });
  expect(listed).toMatchObject({ ended: [], skipped: [], unread: 0 });
  expect(listed.found).toEqual([{ id: "5", name: "", live: expect.objectContaining({ id: 5 }) }]);
});

test("a list that needs the client names the setting", async () => {
  await expect(listers.NotificationThreshold.list(client, {})).rejects.toThrow(/clientId/);
});
