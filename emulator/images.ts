/** Images of newly opened platforms: a test opens one for each deployment, with the same records. */
import { clock } from "@cloudplatform/pulumi/values";
import type { EmulatorOptions } from "./options.ts";
import { openPlatform, type Platform, type PlatformImage } from "./platform.ts";

const images = new Map<string, PlatformImage & { madeAt: number }>();

/** Maximum age of an image. Records of a seed are dated relative to the present (`now-2m`), so an older image would be outdated. */
const freshMs = 60_000;

/** Maximum number of seeds whose images are kept; an image has about 200 KiB. */
const capacity = 8;

/** Opens a platform in memory like {@link openPlatform}. Later platforms with the same options are copied from the first one. */
export function openInMemory(options: EmulatorOptions): Platform {
  // Without a given client, each platform is a different account.
  if (options.seedFile !== undefined || options.clientId === undefined) return openPlatform(options);
  const key = JSON.stringify(options);
  const known = images.get(key);
  if (known !== undefined && Math.abs(clock.now() - known.madeAt) < freshMs) return openPlatform(options, known);
  const platform = openPlatform(options);
  const image = platform.image();
  images.delete(key);
  if (image !== undefined) images.set(key, { ...image, madeAt: clock.now() });
  const [oldest] = images.keys();
  if (images.size > capacity && oldest !== undefined) images.delete(oldest);
  return platform;
}
