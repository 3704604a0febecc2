import { endpoints } from "@cloudplatform/pulumi/api";
import { expect, test } from "vitest";
import { clientOf, platform } from "../helpers/platform.ts";

const emulator = await platform();

test.each([
  ["a text", "04da6b54-80e4-46f7-96ec-b56ff0331ba9"],
  ["a boolean", "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7"],
  ["a number", "3eeb2bf0-c639-47a8-9e75-3b44932eb421"],
  ["a list", "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2"],
  ["an asset", "030794c1-ac77-496b-92df-f27374a8bd58"],
  ["an archive", "e48ece36-62e2-4504-bad9-02848725956a"],
  ["an object", "dd056dcd-154b-4c76-9bd3-c8f88648b5ff"],
])("%s that is unknown in a preview is not sent in a body, query or path", async (_, marker) => {
  const client = clientOf(emulator);
  const body = { name: `before ${marker}`, rule: "/a/", ruleType: 0 as const };
  await expect(client.call(endpoints["ruleTemplates.create"], { body })).rejects.toThrow("is not known yet");
  await expect(client.call(endpoints["secrets.list"], { query: { secretName: marker } })).rejects.toThrow(
    "is not known yet",
  );
  await expect(
    client.call(endpoints["clusters.get"], { params: { projectId: 1, regionId: 76, clusterName: marker } }),
  ).rejects.toThrow("is not known yet");
  expect(emulator.platform.requests.list({})).toEqual([]);
});
