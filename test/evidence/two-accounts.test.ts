// Each resource with both providers: 9 s.
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import type { Emulator } from "@cloudplatform/emulator";
import { clock } from "@cloudplatform/pulumi/values";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { controlOf } from "../helpers/control.ts";
import { openInProcess } from "../helpers/harnesses.ts";
import { platform } from "../helpers/platform.ts";
import { type ProviderKind, providerKinds } from "../helpers/provider-kinds.ts";
import { kindNames, kinds } from "./kinds.ts";

process.env.CLOUDPLATFORM_AMBIGUITY_TIMEOUT_SECONDS = "60";

/** Two accounts of one platform. Each has its own objects, with ids that start at the same numbers. */
const accounts = {
  first: await platform({ speed: 20, apiKey: "first" }),
  second: await platform({ speed: 20, apiKey: "second" }),
};
const url = await oneAddress(accounts);

type Key = keyof typeof accounts;

/** Serves both accounts at one address and selects the account by the API key. */
async function oneAddress(byKey: Readonly<Record<string, Emulator>>): Promise<string> {
  const server = createServer(async (request, response) => {
    const { method = "GET", url: path = "/", headers } = request;
    const { authorization = "" } = headers;
    const emulator = byKey[authorization.replace("apikey ", "")];
    const body = await buffer(request);
    const answer = await fetch(`${emulator?.url}${path}`, {
      method,
      headers: { authorization, "content-type": "application/json" },
      ...(body.length > 0 && { body: body.toString() }),
    }).catch(() => undefined);
    if (answer === undefined) return void response.destroy();
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "application/json" });
    response.end(answer.status === 204 ? undefined : await answer.text());
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  afterAll(() => void server.close());
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`;
}

const folder = mkdtempSync(join(tmpdir(), "accounts-"));

beforeEach(() => {
  // Each test has its own machine, without records of deletes in earlier tests.
  process.env.CLOUDPLATFORM_INTENT_DIR = mkdtempSync(join(folder, "test-"));
  process.env.TMPDIR = process.env.CLOUDPLATFORM_INTENT_DIR;
  for (const { platform } of Object.values(accounts)) platform.reset();
});

let serial = 0;

describe.each(providerKinds)("with two explicit %s providers", (provider: ProviderKind) => {
  describe.each(kindNames)("%s", (name) => {
    const { handler, collection, inputs, changed } = kinds[name];
    // A threshold that was never set has the default.
    const isMade = (key: Key) => {
      const { store } = accounts[key].platform;
      if (collection === "thresholds") return store.thresholds.all().filter((one) => one.threshold !== 80).length;
      return store[collection].count();
    };
    const opened = (key: Key) => {
      const settings = { "cloudplatform:apiKey": key, "cloudplatform:pollTimeoutSeconds": String(7200 + ++serial) };
      return openInProcess[provider](handler, { url }, `of-${key}-${serial}`, settings);
    };
    const records = (key: Key) => JSON.stringify(accounts[key].platform.store[collection].all());

    test("changes and deletes only what is the account's own", async () => {
      const before = isMade("second");
      const [first, second] = [opened("first"), opened("second")];
      await first.up(inputs);
      await second.up(inputs);
      if (name !== "cdn.RuleSet") expect(first.state?.id).toBe(second.state?.id);
      const others = records("second");
      await first.up(changed);
      await first.destroy();
      expect(records("second")).toBe(others);
      expect(await second.refresh()).toBe(true);
      expect(await second.preview(inputs)).toBe("same");
      const again = opened("first");
      await again.up(inputs);
      const own = records("first");
      await second.destroy();
      expect(records("first")).toBe(own);
      expect(isMade("second")).toBe(before);
    });

    test("adopts its own object after a lost response, although the other account has used the same id", async () => {
      const before = isMade("second");
      const nouns: Partial<Record<typeof collection, string>> = { thresholds: "notificationThreshold.set" };
      const endpoint = nouns[collection] ?? `${collection}.create`;
      await controlOf(accounts.second).fault({ name: "drop-after", endpoint, count: 1 });
      const [first, second] = [opened("first"), opened("second")];
      await Promise.all([first.up(inputs), second.up(inputs)]);
      expect(isMade("second") - before).toBe(isMade("first") - before);
      expect(await second.refresh()).toBe(true);
    });

    test("does not wait for a delete of the other account", async () => {
      const [first, second] = [opened("first"), opened("second")];
      await second.up(inputs);
      await first.up(inputs);
      await first.destroy();
      const began = clock.now();
      // The object already exists, with the id of the object that the other account has just deleted.
      await expect(opened("second").up(inputs)).rejects.toThrow(/CP2\d\d\d/);
      expect(clock.now() - began).toBeLessThan(10_000);
    });
  });
});
