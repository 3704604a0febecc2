import type { AnyHandler } from "../../provider/engine/handler/handler.ts";
import { EngineHarness } from "./engine-harness.ts";
import type { Harness } from "./harness.ts";
import { NativeHarness } from "./native-harness.ts";
import { startPlugin } from "./plugin.ts";
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

/** Opens resources of each provider; the plugin is started with the environment of this process. */
export async function openHarnesses(): Promise<Record<ProviderKind, OpenHarness>> {
  const plugin = await startPlugin();
  return { dynamic: openDynamic, native: (...of) => new NativeHarness(plugin, ...of) };
}
