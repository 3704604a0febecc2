import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Emulator, startEmulator } from "@cloudplatform/emulator";
import { describe, expect, onTestFinished, test } from "vitest";
import { sameOrigin } from "../../provider/client/evidence/origin.ts";
import type { Harness } from "../helpers/harness.ts";
import { openInProcess as open } from "../helpers/harnesses.ts";
import { namedHosts } from "../helpers/named-hosts.ts";
import { providerKinds } from "../helpers/provider-kinds.ts";
import { kindNames, kinds } from "./kinds.ts";

const ports = await namedHosts();
const settings = { "cloudplatform:allowInsecureHttp": "true" };
let serial = 0;

/** Names the former host of a platform for the rest of a test. */
function movedFrom(host: string): void {
  process.env.CLOUDPLATFORM_MOVED_FROM = host;
  onTestFinished(() => void delete process.env.CLOUDPLATFORM_MOVED_FROM);
}

async function start(host: string, dataDirectory: string): Promise<Emulator> {
  const emulator = await startEmulator({ speed: 20_000, dataDirectory });
  onTestFinished(() => emulator.close());
  ports.set(host, Number(new URL(emulator.url).port));
  return emulator;
}

describe.each(providerKinds)("with the %s provider", (provider) => {
  describe.each(kindNames)("%s", (name) => {
    const { handler, inputs, changed, collection } = kinds[name];

    /** Creates an object in production and copies the platform, with its ids of clients and objects, to another host. */
    async function copied() {
      const folder = mkdtempSync(join(tmpdir(), "emulator-"));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      const [hosts, urn] = [
        { production: `production-${++serial}.test`, staging: `staging-${serial}.test` },
        `own-${serial}`,
      ];
      const before = await start(hosts.production, join(folder, "production"));
      const at = (host: string): Harness => open[provider](handler, { url: `http://${host}` }, urn, settings);
      const first = at(hosts.production);
      await first.up(inputs);
      await before.close();
      cpSync(join(folder, "production"), join(folder, "staging"), { recursive: true });
      const { platform } = await start(hosts.staging, join(folder, "staging"));
      const moved = at(hosts.staging);
      moved.state = first.state;
      return { moved, platform, ...hosts };
    }

    test("is neither read, changed nor deleted on a copy of its platform", async () => {
      const { moved, platform, production, staging } = await copied();
      const { state } = moved;
      const objects = () => JSON.stringify(platform.store[collection].all());
      const before = objects();
      const both = new RegExp(
        `is on ${production}, client (\\d+), .*point to ${staging}, client \\1\\..*MOVED_FROM=${production}`,
      );
      for (const command of [
        () => moved.preview(changed),
        () => moved.up(changed),
        () => moved.refresh(),
        () => moved.destroy(),
      ])
        await expect(command()).rejects.toThrow(both);
      expect(moved.state).toEqual(state);
      expect(objects()).toBe(before);
      expect(platform.requests.list({}).filter(({ method }) => method !== "GET")).toEqual([]);
    });

    test("goes on at the new host of its platform after one refresh that names the former one", async () => {
      const { moved, production } = await copied();
      movedFrom(production);
      expect(await moved.refresh()).toBe(true);
      delete process.env.CLOUDPLATFORM_MOVED_FROM;
      expect(await moved.preview(inputs)).toBe("same");
      await moved.up(changed);
      await moved.destroy();
      expect(moved.state).toBeUndefined();
    });
  });

  test("a purchase without a clear response on one platform stops the creation on its copy", async () => {
    const folder = mkdtempSync(join(tmpdir(), "emulator-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const hosts = { production: `production-${++serial}.test`, staging: `staging-${serial}.test` };
    const { handler, inputs } = kinds["reservations.Reservation"];
    const up = async (host: string) => {
      const program = { ...settings, "cloudplatform:pollTimeoutSeconds": String(7200 + ++serial) };
      const harness = open[provider](handler, { url: `http://${host}` }, hosts.production, program);
      return harness.up(inputs);
    };
    await (await start(hosts.production, join(folder, "production"))).close();
    cpSync(join(folder, "production"), join(folder, "staging"), { recursive: true });
    const { platform: production } = await start(hosts.production, join(folder, "production"));
    production.faults.add({ name: "drop-before", endpoint: "reservations.create", count: 1 } as never);
    await expect(up(hosts.production)).rejects.toThrow("CP2107");
    const { platform: staging } = await start(hosts.staging, join(folder, "staging"));
    const both = new RegExp(`is of ${hosts.production}, .*point to ${hosts.staging}\\.`);
    await expect(up(hosts.staging)).rejects.toThrow(both);
    expect(staging.requests.list({}).filter(({ method }) => method !== "GET")).toEqual([]);
    await expect(up(hosts.production)).rejects.toThrow("CP2107");
  });
});

const api = "api.example.com";

test.each([
  [{ platform: api, client: 5 }, { platform: `${api}:8443/v1`, client: 5 }, "yes"],
  [{ platform: "localhost:8787", client: 5 }, { platform: "127.0.0.2:8788", client: 5 }, "yes"],
  [{ platform: "localhost:8787", client: 5 }, { platform: "[::1]", client: 5 }, "yes"],
  [{ platform: api, client: 5 }, { platform: api, client: 6 }, "no"],
  [{ platform: api, client: 5 }, { platform: "staging.example.com", client: 5 }, "no"],
  [{ platform: "old.example.com:8443", client: 5 }, { platform: api, client: 5 }, "yes"],
  [{ platform: "old.example.com/v1" }, { platform: api, client: 5 }, "yes"],
  [{ platform: "old.example.com", client: 5 }, { platform: api, client: 6 }, "no"],
  [{ platform: api }, { platform: `${api}:8443`, client: 5 }, "no"],
  [{}, { platform: api, client: 5 }, "maybe"],
])("%j and %j are one account, after a move from another host: %s", (one, other, answer) => {
  movedFrom("https://old.example.com/");
  expect(sameOrigin(one, other)).toBe(answer);
});
