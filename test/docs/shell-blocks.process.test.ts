import { globSync, readFileSync } from "node:fs";
import { rm, symlink, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { endpoints } from "@cloudplatform/pulumi/api";
import { afterAll, describe, expect, test } from "vitest";
import { runCommandLine } from "../../provider/cli/program.ts";
import { ensurePulumi } from "../../tools/pulumi.mjs";
import { clientOf, platform, type TestClient } from "../helpers/platform.ts";
import { runCommand } from "../helpers/run.ts";
import { openStack } from "../helpers/stack.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Pages whose commands build on each other come first. */
const order = ["docs/guides/real-account.md", "docs/guides/own-project.md"];
const pages = globSync("{*.md,docs/**/*.md,emulator/*.md,policies/*.md,templates/*.md,examples/*/README.md}", {
  cwd: root,
  exclude: ["**/node_modules/**"],
}).sort((a, b) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1));

function rankOf(page: string): number {
  return (order.indexOf(page) + order.length + 1) % (order.length + 1);
}

/** A comment before a block says which test runs it, or why none does. A block without a comment runs here. */
const blocks = pages.flatMap((page) =>
  [...readFileSync(join(root, page), "utf8").matchAll(/(?:^<!-- (.*) -->\n)?^```sh\n([\s\S]*?)^```/gm)].map(
    ([, marker, text = ""]) => ({ page, marker, commands: commandsOf(text) }),
  ),
);

function commandsOf(text: string): string[] {
  const lines = text.replaceAll("\\\n", " ").split("\n");
  return lines.map((line) => line.replace(/ #.*$/, "").trim()).filter((line) => line !== "");
}

/** The READMEs of examples have their own test. */
const isExample = (page: string) => page.startsWith("examples/");

test("only blocks with a reason are not run", () => {
  const notRun = blocks.filter(({ marker }) => marker?.startsWith("not run: "));
  expect(notRun.map(({ page, marker }) => `${page}: ${marker?.slice("not run: ".length)}`)).toEqual([
    "CONTRIBUTING.md: these are the commands of CI, and this test is one of them",
    "docs/guides/adoption.md: it needs a state of another tool",
    "docs/guides/adoption.md: it needs an account with several stacks",
    "docs/guides/kubeconfig.md: needs kubectl and a cluster that runs",
    "docs/interrupted-runs.md: needs jq",
  ]);
});

test("a block that another test runs names one that exists", () => {
  const markers = blocks.flatMap(({ marker }) => marker ?? []).filter((marker) => !marker.startsWith("not run: "));
  for (const marker of markers) {
    const [, file = marker] = /^run by (\S+)$/.exec(marker) ?? [];
    expect(globSync(file, { cwd: root }), marker).toEqual([file]);
  }
});

describe("all others run, in the order of the pages,", async () => {
  // A fast clock: a cluster takes minutes on the platform.
  const emulator = await platform({ speed: 2_000 });
  await prepare(clientOf(emulator));
  const stack = await openStack({ url: emulator.url });
  afterAll(() => stack.remove());
  await stack.program('export const images = new cdn.RuleTemplate("images", { rule: "/images/.*", ruleType: 0 });');
  await writeFile(join(stack.folder, "policies.json"), '{ "allowed-regions": { "regions": [76, 80] } }');
  // Replaces the built package with the packages of the checkout.
  await rm(join(stack.folder, "node_modules"), { recursive: true });
  await symlink(join(root, "node_modules"), join(stack.folder, "node_modules"));
  const cli = await ensurePulumi({ log: () => undefined });
  const path = [dirname(cli.bin), join(root, "node_modules/.bin"), process.env.PATH].join(delimiter);
  const env = { ...stack.env, PATH: path, PULUMI_SKIP_CONFIRMATIONS: "true", CLOUDPLATFORM_REVIEW_KEY: "a-key" };

  /** Runs most `cloudplatform` commands in this process and everything else in a shell. */
  async function run(command: string): Promise<{ code: number; output: string }> {
    const [, own] = /^npx (?:--no-install )?cloudplatform ((?!doctor|review|apply|drift)[^|>&;]+)$/.exec(command) ?? [];
    const shown = command.replace("https://api.example.com", emulator.url);
    // `local` answers the prompt for a value.
    if (own === undefined) return runCommand("sh", ["-c", `echo local | ${shown}`], { cwd: stack.folder, env });
    // `--state` would run a command of Pulumi; `--live` reads the platform.
    const given = own.replace("--state", "--live").split(" ");
    const written = {
      all: ["--out", "adopted"],
      "rule-set": ["--force", "--program", "adopted.ts"],
      one: ["--force", "--program", "adopted.ts", "--import", "adopted.json"],
    };
    const kind = given.includes("--all") ? "all" : given.includes("rule-set") ? "rule-set" : "one";
    const files = given[0] === "adopt" ? written[kind] : [];
    let output = "";
    const say = (text: string) => {
      output += text;
    };
    const terminal = {
      out: say,
      err: say,
      isInteractive: false,
      signal: new AbortController().signal,
      environment: env,
    };
    const args = [...given, ...files].map((word) => (word.startsWith("adopted") ? join(stack.folder, word) : word));
    return { code: await runCommandLine(args, terminal), output };
  }

  const here = blocks.filter(({ page, marker }) => marker === undefined && !isExample(page));
  test.each(here.map((block) => [block.page, block.commands] as const))(
    "%s %j",
    { timeout: 120_000 },
    async (_, commands) => {
      for (const command of commands) {
        const { code, output } = await run(command);
        expect(code, `${command}\n${output}`).toBe(0);
      }
    },
  );
});

/** Creates the clusters and the objects with certain ids that the pages name. */
async function prepare(client: TestClient): Promise<void> {
  for (const name of ["shop", "edge-1"])
    await client.call(endpoints["clusters.create"], {
      params: { projectId: 1, regionId: 76 },
      body: {
        ...{ name, keypair: "ops", version: "v1.31.9" },
        pools: [{ name: "general", flavorId: "bm1-hf-medium", minNodeCount: 1 }],
      },
    });
  for (let id = 0; id < 12; )
    ({ id } = await client.call(endpoints["appTemplates.create"], {
      body: { binaryId: 42, name: `template ${id}`, owned: true, params: [] },
    }));
  for (let id = 0; id < 12; )
    ({ id } = await client.call(endpoints["reservations.create"], {
      body: {
        ...{ name: `metal ${id}`, period: "MONTHS12", regionId: 76 },
        resources: [{ resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: 1 }],
      },
    }));
}
