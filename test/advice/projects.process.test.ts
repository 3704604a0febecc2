import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { platform } from "../helpers/platform.ts";
import { Project } from "./project.ts";
import { scenes } from "./scenes/index.ts";
import { template } from "./scenes/projects.ts";
import { scenesOf } from "./stage.ts";

/** The scenes of reviews, policies and tools share one stack. */
const emulator = await platform({ speed: 100_000 });
let project: Project;

beforeAll(async () => {
  project = await Project.open(emulator);
  await project.up(template(1));
});
afterAll(() => project?.stack.remove());

describe("following the advice leads out:", () => {
  test.each(scenesOf(scenes, (scene) => "inProject" in scene))("%s", async (code, { inProject }) => {
    const { meet, follow } = inProject(project);
    const text = await meet().then(String, (error: Error) => error.message);
    // An error has one code. The engine prints the errors of resources before it.
    const line = text.split("\n").find((one) => one.includes(`[${code}]`));
    expect(line?.match(/\[CP\d{4}\]/g), text).toEqual([`[${code}]`]);
    await follow();
  });
});
