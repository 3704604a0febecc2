// Runs the command of each lookup behind each form of gateway: 3 s.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { foreignForms } from "../../emulator/transit/gateway.ts";
import { areas } from "../../provider/cli/areas.ts";
import { platform } from "../helpers/platform.ts";
import { commandLine } from "./command-line.ts";

const emulator = await platform({ speed: 20_000 });

const folder = mkdtempSync(join(tmpdir(), "adopted-"));
const written = `--force --program ${folder}/one.ts --import ${folder}/one.json`;

/** The example in the help of each lookup's command, and commands that send several requests. */
const examples = [
  ...Object.values(areas).flatMap(({ commands }) => commands.map(({ example }) => example.replace(/ > .*/, ""))),
  ...["rule-template 77", "secret 1", "cluster 1/76/edge-1", "app-template 1"].map((one) => `adopt ${one} ${written}`),
  `adopt --all --out ${folder}/all --force`,
  "edge logs 1 --follow",
];

/** Splits a command line into words, as a shell does. */
function wordsOf(example: string): string[] {
  return [...example.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? "",
  );
}

const environment = {
  ...{ CLOUDPLATFORM_PROJECT_ID: "1", CLOUDPLATFORM_REGION_ID: "76", CLOUDPLATFORM_CLIENT_ID: "5" },
};
const run = (example: string) => commandLine(emulator.url, wordsOf(example), { environment });

beforeAll(() => void emulator.platform.behaviors.set({ gateway: "none" }));

describe.each(examples)("cloudplatform %s", (example) => {
  test.each(foreignForms)("does not accept the 404 of a gateway (%s)", async (gateway) => {
    emulator.platform.behaviors.set({ gateway });
    const { code, out, err } = await run(example);
    emulator.platform.behaviors.set({ gateway: "none" });
    expect(out, "what is printed").toBe("");
    expect(err).toContain("404");
    expect(err.match(/\[CP\d{4}\]/g), err).toHaveLength(1);
    // Exit code 3 would mean that the object does not exist.
    expect(code, err).toBe(1);
  });

  test("does not take the response of a gateway for an empty list or a missing object", async () => {
    if (example.includes("--follow")) return;
    const undisturbed = await run(example);
    emulator.platform.faults.add({ name: "foreign", form: "text", status: 404, count: 1 } as never);
    const { code, out, err } = await run(example);
    emulator.platform.faults.clear();
    if (code === 0) expect(out).toBe(undisturbed.out);
    // The objects that could be read are adopted; the others are named.
    else if (example.startsWith("adopt --all")) expect(err).toMatch(/^Not adopted: every .*404/m);
    else expect({ code, out }, err).toEqual({ code: 1, out: "" });
  });
});
