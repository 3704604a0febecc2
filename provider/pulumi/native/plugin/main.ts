import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { getAsset, isSea } from "node:sea";
import { setTimeout } from "node:timers/promises";
import { engineAddress, engineIsGone } from "../../../engine/backend/engine-address.ts";
import manifest from "../../../package.json" with { type: "json" };
import schema from "../schema.json" with { type: "json" };
import { logToEngine } from "./log.ts";
import { keepPlainStructs } from "./plain-structs.ts";
import { ProviderService } from "./provider-service.ts";
import { type PluginServer, servePlugin } from "./server.ts";

/** How often the plugin checks whether its engine still runs. */
const healthCheckMs = 1_000;

/** How often an ending plugin checks whether its calls have been answered. */
const pendingCheckMs = 50;

const [, , first] = process.argv;

if (first === "--version" || first === "-version") console.log(manifest.version);
else if (first === "--licenses") console.log(licenses());
else void start();

/** In the single executable they are embedded, otherwise they are files beside it. */
function licenses(): string {
  if (isSea()) return getAsset("licenses", "utf8");
  const names = ["LICENSE", "THIRD-PARTY-NOTICES.txt"];
  return names.map((name) => readFileSync(join(dirname(process.argv[1] ?? ""), name), "utf8")).join("\n");
}

async function start(): Promise<void> {
  keepPlainStructs();
  logToEngine();
  const service = new ProviderService(schema);
  const server = await servePlugin(service, manifest.version);
  // The engine ends its plugins with SIGINT, and waits some seconds for each. Ctrl-C arrives as the call Cancel.
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void end(server, service));
  // The engine reads the port from the first line.
  process.stdout.write(`${server.port}\n`);
  await endWithEngine(server, service);
}

/**
 * Ends the plugin when its engine was killed. A plugin that was started by hand, without the address of an engine, stays for the
 * next engine that attaches to it (`PULUMI_DEBUG_PROVIDERS`).
 */
async function endWithEngine(server: PluginServer, service: ProviderService): Promise<void> {
  const started = engineAddress();
  if (started === undefined) return;
  while (!(await engineIsGone(started))) await setTimeout(healthCheckMs, undefined, { ref: false });
  await end(server, service);
}

/** Cancels the operations in progress as Ctrl-C does, waits until their calls are answered, and exits. */
async function end(server: PluginServer, service: ProviderService): Promise<void> {
  service.cancel();
  while (server.pending() > 0) await setTimeout(pendingCheckMs);
  process.exit(0);
}
