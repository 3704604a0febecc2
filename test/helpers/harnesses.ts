import { forgetClients } from "../../provider/client/configured-client.ts";
import type { AnyHandler } from "../../provider/engine/handler/handler.ts";
import { atEndOfFile } from "./endings.ts";
import { EngineHarness } from "./engine-harness.ts";
import type { Harness } from "./harness.ts";
import { InProcessPlugin } from "./in-process-plugin.ts";
import { NativeHarness } from "./native-harness.ts";
import type { ProviderKind } from "./provider-kinds.ts";

/** Opens a resource of a provider. */
export type OpenHarness = (
  handler: AnyHandler,
  platform: { url: string },
  name: string,
  settings?: Record<string, string>,
) => Harness;

/** A resource of the dynamic provider. */
export const openDynamic: OpenHarness = (...of) => new EngineHarness(...of);

/** A resource of the native provider without its process: what it waits for, the clock of the tests skips. */
export const openNative: OpenHarness = (...of) => {
  atEndOfFile(forgetClients);
  return new NativeHarness(new InProcessPlugin(), ...of);
};

/** Both providers in this process. */
export const openInProcess: Readonly<Record<ProviderKind, OpenHarness>> = { dynamic: openDynamic, native: openNative };
