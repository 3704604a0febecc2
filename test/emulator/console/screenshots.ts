import { fileURLToPath } from "node:url";
import { startEmulator } from "@cloudplatform/emulator";
import { endpoints } from "@cloudplatform/pulumi/api";
import { createClient } from "@cloudplatform/pulumi/client";
import { launchChromium } from "./chromium.ts";

/** Takes the documentation's pictures of the console: `node test/emulator/console/screenshots.ts`. */
const images = fileURLToPath(new URL("../../../docs/images/", import.meta.url));
const emulator = await startEmulator({ port: 0 });
const client = createClient({ baseUrl: emulator.url, apiKey: "local" });
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
await client
  .call(endpoints["clusters.get"], { params: { projectId: 1, regionId: 76, clusterName: "none" } })
  .catch(() => undefined);

const browser = await launchChromium();
for (const colorScheme of ["light", "dark"] as const) {
  const context = await browser.newContext({ colorScheme, viewport: { width: 1100, height: 1180 } });
  const page = await context.newPage();
  await page.goto(emulator.console);
  await page.getByRole("button", { name: /^clusters/ }).click();
  await page.getByRole("button", { name: "Edit clusters 1/76/shop" }).waitFor();
  await page.screenshot({ path: `${images}console-${colorScheme}.png` });
  await context.close();
}
await browser.close();
await emulator.close();
