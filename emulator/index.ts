/** Starts the emulator of the cloud platform in a process. */
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { defaults, type EmulatorOptions } from "./options.ts";
import { openPlatform, type Platform } from "./platform.ts";
import { buildApp } from "./server/app.ts";

export { behaviorPresets, type PresetName, presetNames } from "./behaviors/presets.ts";
export { type BehaviorSettings, behaviorsFrom } from "./behaviors/settings.ts";
export {
  type Behavior,
  type BehaviorName,
  type BehaviorValues,
  behaviorNames,
  behaviorTable,
  defaultBehaviors,
} from "./behaviors/table.ts";
export type { FaultSpec } from "./faults/fault-kinds.ts";
export type { EmulatorOptions } from "./options.ts";
export { DirectoryInUse, DirectoryUnusable } from "./store/database.ts";

/** A running emulator. */
export interface Emulator extends AsyncDisposable {
  /** Base URL of the platform, without a trailing slash. */
  readonly url: string;
  /** URL of the console page. */
  readonly console: string;
  /**
   * Store, clock, faults and requests, for the project's own tests. It is not part of the package's public types, because
   * it changes with every release; programs use the control routes below `/_emulator/`.
   * @internal
   */
  readonly platform: Platform;
  /** Stops accepting requests, finishes running ones, and closes the store. */
  close(): Promise<void>;
}

/**
 * Starts an emulator in this process.
 *
 * *Errors:* `DirectoryInUse` when another emulator uses the data directory, `DirectoryUnusable` when it cannot be
 * written or contains other files; `EADDRINUSE` when the port is in use.
 */
export async function startEmulator(options: Partial<EmulatorOptions> = {}): Promise<Emulator> {
  const settings = { ...defaults, port: 0, ...options };
  const platform = openPlatform(settings);
  try {
    const server = await listen(platform, settings);
    const url = `http://${hostText(settings.host)}:${(server.address() as AddressInfo).port}`;
    platform.database.publish(url);
    const stop = () => close(server, platform);
    return { url, console: `${url}/_emulator/`, platform, close: stop, [Symbol.asyncDispose]: stop };
  } catch (cause) {
    platform.close();
    throw cause;
  }
}

function listen(platform: Platform, options: EmulatorOptions): Promise<Server> {
  const server = createAdaptorServer({
    fetch: buildApp(platform, options).fetch,
    // Do not replace the global Request and Response of the process.
    overrideGlobalObjects: false,
    // Limits slow headers; `readBody` limits slow bodies and responds in the area's error shape.
    serverOptions: {
      headersTimeout: options.bodyTimeoutMs,
      requestTimeout: 2 * options.bodyTimeoutMs,
      connectionsCheckingInterval: 1000,
      keepAliveTimeout: 60_000,
      // Filters can make a URL long. Beyond this size, Node responds with 431.
      maxHeaderSize: 64 * 1024,
    },
  }) as Server;
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, options.host, () => resolve(server));
  });
}

async function close(server: Server, platform: Platform): Promise<void> {
  if (!server.listening) return;
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  // Grace period for running requests. Dropped or delayed requests do not keep the process alive.
  const timer = setTimeout(() => server.closeAllConnections(), 1000);
  await closed;
  clearTimeout(timer);
  platform.close();
}

function hostText(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}
