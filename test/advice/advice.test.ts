import { errorTable } from "@cloudplatform/pulumi/errors";
import { describe, expect, test } from "vitest";
import { platform } from "../helpers/platform.ts";
import { scenes } from "./scenes/index.ts";
import { Stage, scenesOf } from "./stage.ts";

process.env.CLOUDPLATFORM_AMBIGUITY_TIMEOUT_SECONDS = "3";

const emulator = await platform({ apiKey: "local", speed: 1_000 });

describe("following the advice leads out:", () => {
  test.each(scenesOf(scenes, (scene) => typeof scene === "function"))("%s", async (code, scene) => {
    const { meet, follow } = scene(new Stage(emulator));
    const text = await meet().then(String, (error: Error) => error.message);
    // An error has one code. Each entry of a list below it may have its own.
    const codes = text.split("\n").map((line) => line.match(/\[CP\d{4}\]/g));
    expect(codes.find((found) => found !== null)).toEqual([`[${code}]`]);
    await follow();
  });
});

test.each(scenesOf(scenes, (scene) => "isReported" in scene))("the advice of %s is to report what was seen", (code) => {
  expect(errorTable[code].remedy).toMatch(/^Report /);
});
