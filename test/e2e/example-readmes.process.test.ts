import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { resumeLines } from "../../tools/picture/resume-lines.ts";
import { resumeStory } from "../../tools/picture/resume-story.ts";
import { copyCheckout } from "../helpers/checkout.ts";
import { runCommand } from "../helpers/run.ts";

// Runs the commands of every example's README in a fresh checkout, without `pulumi` on the PATH and without a login.

const checkout = copyCheckout();
afterAll(() => checkout.remove());

/** Returns the commands in the fenced code blocks of a page, in order. */
function commandsOf(page: string): string[] {
  const text = readFileSync(join(checkout.folder, page), "utf8");
  return [...text.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = ""]) =>
    block
      .replaceAll("\\\n", " ")
      .split("\n")
      .map((line) => line.replace(/ #.*$/, "").trim())
      .filter((line) => line !== ""),
  );
}

/** Runs a command in a shell at the root of the checkout. */
function run(command: string): Promise<{ code: number; output: string }> {
  const { CLOUDPLATFORM_BASE_URL: _url, CLOUDPLATFORM_API_KEY: _key, ...env } = process.env;
  const searchPath = withoutPulumi(env.PATH ?? "");
  return runCommand("sh", ["-c", command], {
    cwd: checkout.folder,
    env: { ...env, PATH: searchPath, npm_config_offline: "true" },
  });
}

/** Removes the commands that npm adds to a test's PATH, because a user's shell does not have them. */
const withoutPulumi = (path: string) =>
  path
    .split(":")
    .filter((folder) => !folder.includes("node_modules/.bin") && !folder.includes("pulumi"))
    .join(":");

/** Expected output of an example's commands, and the exit code if it is not 0. */
const announced: Record<string, { command: RegExp; code?: number; output: RegExp }[]> = {
  "edge-template": [{ command: /expect-no-changes/, output: /unchanged/ }],
  inventory: [{ command: /output --json/, output: /"reservationPrice": "[\d.]+ EUR"/ }],
  kubernetes: [{ command: /expect-no-changes/, output: /unchanged/ }],
  "policy-violations": [
    { command: /--new-stack/, code: 1, output: /allowed-regions \(mandatory[;)]/ },
    { command: /--state /, code: 1, output: /secure-key-secret \(mandatory[;)]/ },
    { command: /policy-violations preview/, code: 1, output: /no-destruction/ },
  ],
  "rule-set": [
    { command: /expect-no-changes/, output: /unchanged/ },
    { command: /maintenance=true/, output: /rules: \{\s+\+ maintenance: \{[^~]+~ 1 to update/ },
  ],
  reservation: [{ command: /reservation preview$/, code: 1, output: /confirmCommitment: "[\d.]+ EUR"/ }],
};

// Runs before the examples' own commands, because those configure the stacks.
describe("the tutorial", () => {
  const commands = commandsOf("docs/tutorial.md");
  const promised = [
    { step: "shows the price of a purchase", command: /example -- reservation/, ends: 0, output: /total +: "[\d.]+"/ },
    {
      step: "lists violations of policies",
      command: /policy-violations/,
      ends: 1,
      output: /(\(mandatory\)[\s\S]*){2}/,
    },
  ];

  test.each(promised)("has a command that $step", async ({ command, ends, output: shown }) => {
    const [line = "", ...others] = commands.filter((one) => command.test(one));
    expect(others).toEqual([]);
    const { code, output } = await run(line);
    expect(code, output).toBe(ends);
    expect(output).toMatch(shown);
  });
});

describe.each(Object.keys(announced))("the README of %s", (example) => {
  test("runs unchanged in a fresh checkout", async () => {
    const commands = commandsOf(`examples/${example}/README.md`);
    expect(commands).not.toEqual([]);
    for (const { command } of announced[example] ?? [])
      expect(
        commands.filter((line) => command.test(line)),
        String(command),
      ).toHaveLength(1);
    for (const command of commands) {
      const reported = announced[example]?.find((one) => one.command.test(command));
      const { code, output } = await run(command);
      expect(code, `${command}\n${output}`).toBe(reported?.code ?? 0);
      if (reported !== undefined) expect(output, command).toMatch(reported.output);
    }
  });
});

// The kill requires separate processes: 6 s of processor time.
test("the Kubernetes example finishes the cluster of a killed run, as the picture of the README shows", async () => {
  expect((await run("npm run example -- kubernetes destroy --yes")).code).toBe(0);
  const story = await resumeStory(checkout.folder);
  expect(story.map(({ code }) => code)).toEqual([null, 0, 0]);
  const picture = readFileSync(new URL("../../docs/images/resume.svg", import.meta.url), "utf8");
  // Poll lines in the picture are not compared, because which polls the terminal shows depends on the machine.
  const inPicture = [...picture.matchAll(/preserve">(.*)<\/text>/g)]
    .map(([, text = ""]) => withoutNumbers(text))
    .filter((text) => !/creating: task [A-Z]+,/.test(text));
  const shown = resumeLines(story).map(({ text }) => withoutNumbers(text));
  expect(shown).toEqual(expect.arrayContaining(inPicture));
  expect(inPicture.length).toBeGreaterThan(10);
});

/** Removes durations and ids, which differ between runs. */
const withoutNumbers = (text: string) => text.replace(/"[\da-f-]{36}"/, '""').replace(/[\d.]+m?s\b/g, "s");

test("an unknown example is refused with the names of the existing examples", async () => {
  const { code, output } = await run("npm run example -- nothing up");
  expect(code).toBe(2);
  for (const example of ["edge-template", "kubernetes", "rule-set"]) expect(output).toContain(example);
});

test("no example leaves untracked files", async () => {
  // The copy is not a repository yet. Git lists the files that .gitignore does not exclude.
  const { output } = await run("git init -q . && git add -A . && git ls-files");
  expect(output).not.toMatch(/Pulumi\.[a-z]+\.yaml|\.quickstart|\.emulator|\.cloudplatform|\.pulumi\//);
});
