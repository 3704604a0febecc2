import { expect } from "vitest";
import type { TestStack } from "./stack.ts";

/** Imports what `cloudplatform adopt` wrote to the folder `adopted`. The preview and `up --refresh` must then report no changes. */
export async function importAdopted(stack: TestStack) {
  const flags = ["--yes", "--protect=false", "--generate-code=false", "--skip-preview"];
  const run = await stack.run("import", "--file", "adopted/import.json", ...flags);
  expect(run, run.output).toMatchObject({ code: 0 });
  const preview = await stack.preview("--expect-no-changes", "--diff");
  expect(preview, preview.output).toMatchObject({ code: 0 });
  const up = await stack.up("--refresh");
  expect(up, up.output).toMatchObject({ code: 0 });
  expect(Object.keys(up.changes), up.output).toEqual(["same"]);
  return stack.resources();
}
