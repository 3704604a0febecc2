import { readFile } from "node:fs/promises";
import { controlOf } from "./control.ts";
import { platform } from "./platform.ts";

/** Starts an emulator with the objects that existed when the state in a folder of test/e2e/terraform was recorded. */
export async function platformOf(folder: URL) {
  const emulator = await platform({ edgeWord: "fastedge" });
  const control = controlOf(emulator);
  const records: Record<string, { id?: number; name?: string }[]> = JSON.parse(
    await readFile(new URL("platform.json", folder), "utf8"),
  );
  for (const [collection, objects] of Object.entries(records))
    for (const object of objects)
      await control.change(collection, collection === "clusters" ? `1/76/${object.name}` : String(object.id), {
        ...object,
      });
  return { emulator, control };
}
