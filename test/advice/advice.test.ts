import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { platform } from "../helpers/platform.ts";
import { scenes } from "./scenes/index.ts";
import { type SceneOrTest, Stage } from "./stage.ts";

process.env.CLOUDPLATFORM_AMBIGUITY_TIMEOUT_SECONDS = "3";

const emulator = await platform({ apiKey: "local", speed: 1_000 });
const root = fileURLToPath(new URL("../..", import.meta.url));

/** Scenes of one form, with their codes. */
function those<Form extends SceneOrTest>(is: (scene: SceneOrTest) => scene is Form): [string, Form][] {
  return Object.entries(scenes).filter((entry): entry is [string, Form] => is(entry[1]));
}

describe("following the advice leads out:", () => {
  test.each(those((scene) => typeof scene === "function"))("%s", async (code, scene) => {
    const { meet, follow } = scene(new Stage(emulator));
    const text = await meet().then(String, (error: Error) => error.message);
    expect(text).toContain(`[${code}]`);
    await follow();
  });
});

test.each(those((scene) => "file" in scene))("%s has a test that is there", (_, { file, test: name }) => {
  expect(name).not.toBe("");
  expect(readFileSync(`${root}${file}`, "utf8")).toContain(name);
});
