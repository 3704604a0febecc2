import { readFileSync } from "node:fs";
import { sendControl } from "./control.ts";
import { plantedFlavors } from "./planted.ts";

const seed: { flavors: { flavor_id: string }[] } = JSON.parse(
  readFileSync(new URL("../../emulator/seed/default.json", import.meta.url), "utf8"),
);

/** Seeds an emulator with its own seed plus the planted flavors, because it rejects unknown flavors. */
export async function seedPlanted(emulator: { url: string }): Promise<void> {
  const flavors = seed.flavors.flatMap((one) => [
    one,
    ...plantedFlavors.filter(({ like }) => like === one.flavor_id).map(({ id }) => ({ ...one, flavor_id: id })),
  ]);
  await sendControl(emulator.url, "POST", "seed", { ...seed, flavors });
}
