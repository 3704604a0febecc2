import { fileURLToPath } from "node:url";
import { startEmulator } from "@cloudplatform/emulator";
import { endpoints } from "@cloudplatform/pulumi/api";
import { createClient, scopeOf } from "@cloudplatform/pulumi/client";
import { launchChromium } from "../../helpers/chromium.ts";

/** Takes the documentation's screenshots of the console: `node test/emulator/console/screenshots.ts`. */
const images = fileURLToPath(new URL("../../../docs/images/", import.meta.url));
const emulator = await startEmulator({ port: 0 });
const client = createClient({ baseUrl: emulator.url, apiKey: "local" }).bind(scopeOf("screenshots"));
emulator.platform.clock.change({ paused: true });
for (const name of ["shop", "edge"])
  await client.call(endpoints["clusters.create"], {
    params: { projectId: 1, regionId: 76 },
    body: {
      ...{ name, keypair: "ops", version: "v1.31.9" },
      pools: [{ name: "general", flavorId: "bm1-basic-small", minNodeCount: 1 }],
    },
  });
emulator.platform.clock.change({ advanceMs: 5 * 60_000 });
await client.call(endpoints["ruleTemplates.create"], { body: { rule: "/images/.*", ruleType: 0, name: "Images" } });
emulator.platform.faults.add({
  name: "status",
  status: 503,
  endpoint: "appTemplates.list",
  probability: 1,
  seed: 1,
  count: 1,
});
emulator.platform.faults.add({ name: "task-stall", probability: 1, seed: 1 });
await client.call(endpoints["appTemplates.list"], {}).catch(() => undefined);
await client
  .call(endpoints["clusters.get"], { params: { projectId: 1, regionId: 76, clusterName: "none" } })
  .catch(() => undefined);

await fetch(`${emulator.url}/cdn/resources/rule_templates`, {
  method: "POST",
  headers: { authorization: "apikey local", "content-type": "application/json" },
  body: JSON.stringify({ rule: "/images/.*", ruleType: 9 }),
});

const browser = await launchChromium();
for (const colorScheme of ["light", "dark"] as const) {
  const context = await browser.newContext({ colorScheme, viewport: { width: 1280, height: 860 } });
  const page = await context.newPage();
  await page.goto(emulator.console);
  await page.getByText("was not found").waitFor();
  await page.screenshot({ path: `${images}console-${colorScheme}.png` });
  await context.close();
}
await browser.close();
await emulator.close();
