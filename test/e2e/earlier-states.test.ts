import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { controlOf } from "../helpers/control.ts";
import { platform } from "../helpers/platform.ts";
import { openStack, type TestStack } from "../helpers/stack.ts";
import { programOf, urlMark } from "./states/states.ts";

const stacks: TestStack[] = [];
afterAll(() => Promise.all(stacks.map((stack) => stack.remove())));

/** Opens a stack with the recorded state of a version, and a platform with the objects recorded with it. */
async function restore(version: string) {
  const folder = new URL(`./states/${version}/`, import.meta.url);
  const emulator = await platform();
  const control = controlOf(emulator);
  const records: Record<string, { id?: number; name?: string }[]> = JSON.parse(
    await readFile(new URL("platform.json", folder), "utf8"),
  );
  for (const [collection, objects] of Object.entries(records))
    for (const object of objects) {
      const id = collection === "clusters" ? `1/76/${object.name}` : String(object.id);
      await control.change(collection, id, { ...object });
    }
  const stack = await openStack({ url: emulator.url });
  stacks.push(stack);
  await stack.program(programOf(version));
  const file = join(stack.folder, "state.json");
  const state = await readFile(new URL("state.json", folder), "utf8");
  await writeFile(file, state.replaceAll(urlMark, emulator.url));
  const imported = await stack.run("stack", "import", "--file", file);
  expect(imported.code, imported.output).toBe(0);
  return { stack, control };
}

test("A state written by version 0.1 gives a preview without changes", async () => {
  const { stack, control } = await restore("0.1");
  await control.clearRequests();
  const preview = await stack.preview();
  expect(preview.code, preview.output).toBe(0);
  const changing = preview.steps
    .filter(({ op }) => op !== "same")
    .map(({ op, urn }) => `${op} ${urn.split("::").at(-1)}`);
  // Version 0.1 timed out while it created this cluster. The next run resumes the create.
  expect(changing, preview.output).toEqual(["update unfinished"]);
  expect(preview.changes.same).toBeGreaterThanOrEqual(9);
  expect((await control.requests()).filter((request) => !request.startsWith("GET"))).toEqual([]);

  const resources = await stack.resources();
  const refreshed = await stack.refresh(
    "--exclude",
    resources.find(({ urn }) => urn.endsWith("::unfinished"))?.urn ?? "",
  );
  expect(refreshed.code, refreshed.output).toBe(0);
  expect(Object.keys(refreshed.changes).sort(), refreshed.output).toEqual(["same"]);
});
