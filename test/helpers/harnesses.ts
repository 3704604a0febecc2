import { forgetClients } from "../../provider/client/configured-client.ts";
import type { AnyHandler } from "../../provider/engine/handler/handler.ts";
import { atEndOfFile } from "./endings.ts";
import { EngineHarness } from "./engine-harness.ts";
import type { Harness } from "./harness.ts";
import { InProcessPlugin } from "./in-process-plugin.ts";
import { NativeHarness } from "./native-harness.ts";
import type { ProviderKind } from "./provider-kinds.ts";

/** Opens a harness for a resource of one provider. */
export type OpenHarness = (
  handler: AnyHandler,
  platform: { url: string },
  name: string,
  settings?: Record<string, string>,
) => Harness;

/** Opens a resource of the dynamic provider. */
export const openDynamic: OpenHarness = (...of) => new EngineHarness(...of);

/** Opens a resource of the native provider in this process, so that the test clock skips its waits. */
export const openNative: OpenHarness = (...of) => {
  atEndOfFile(forgetClients);
  return new NativeHarness(new InProcessPlugin(), ...of);
};

/** Both providers in this process. */
export const openInProcess: Readonly<Record<ProviderKind, OpenHarness>> = { dynamic: openDynamic, native: openNative };
