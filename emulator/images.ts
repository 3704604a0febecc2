/** Copies of platforms that were just opened: a test opens one for each deployment, with the same records. */
import { clock } from "@cloudplatform/pulumi/values";
import type { EmulatorOptions } from "./options.ts";
import { openPlatform, type Platform, type PlatformImage } from "./platform.ts";

const images = new Map<string, PlatformImage & { madeAt: number }>();

/** Records of a seed are dated from the present (`now-2m`): what is shown as its start must not be older. */
const freshMs = 60_000;

/** Different seeds whose images are kept; one has some 200 KiB. */
const capacity = 8;

/** Opens a platform in memory, as {@link openPlatform} does: the second one with the same options is copied from the first. */
export function openInMemory(options: EmulatorOptions): Platform {
  // Without a given client each platform is another account.
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
