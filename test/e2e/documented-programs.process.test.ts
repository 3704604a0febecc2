import { globSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { endpoints } from "@cloudplatform/pulumi/api";
import { expect, test } from "vitest";
import { clientOf, platform } from "../helpers/platform.ts";
import { openStack } from "../helpers/stack.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** TypeScript in the documentation that is not a stack's program, and the test that runs it instead. */
const runElsewhere: Readonly<Record<string, string>> = {
  "docs/guides/automation-api.md": "test/compatibility/automation.process.test.ts",
  "docs/guides/kubeconfig.md#1": "test/docs/kubeconfig.test.ts",
  "docs/guides/own-project.md": "test/e2e/package.process.test.ts",
  // Each program takes over the objects of the previous one.
  "docs/guides/rule-sets.md#2": "test/docs/rule-sets-guide.process.test.ts",
  "docs/guides/rule-sets.md#3": "test/docs/rule-sets-guide.process.test.ts",
  "docs/guides/unit-tests.md": "test/docs/unit-tests-guide.test.ts",
};

interface Program {
  /** Module name. */
  name: string;
  code: string;
  isReference: boolean;
}

const all = globSync("{README.md,docs/*.md,docs/guides/*.md,docs/reference/*.md}", { cwd: root })
  .sort()
  .flatMap((page) =>
    [...readFileSync(join(root, page), "utf8").matchAll(/^```ts\b[^\n]*\n([\s\S]*?)\n```/gm)].map(
      ([, code = ""], index) => ({
        ...{ page, place: `${page}#${index + 1}`, code },
        ...{ name: `${page.replace(/^docs\/|\.md$/g, "").replaceAll("/", "-")}-${index + 1}` },
        isReference: page.startsWith("docs/reference/"),
      }),
    ),
  );
const programs: Program[] = all
  .filter(({ page, place }) => runElsewhere[page] === undefined && runElsewhere[place] === undefined)
  .map((one) => (one.isReference ? one : { ...one, code: renamed(one.name, one.code) }));
const declares = ({ code }: Program) => /\bnew (\w+\.)+(?!Provider)[A-Z]/.test(code);

/** Makes names unique, in Pulumi and on the platform: pages use the same names, but share one program here. */
function renamed(page: string, code: string): string {
  return code
    .replaceAll(/(new [\w.]+\(\s*"|\.get\(")(\w+)"/g, `$1${page}-$2"`)
    .replaceAll("/images/.*", `/${page}/images/.*`)
    .replaceAll('name: "metal-2026"', `name: "${page}"`)
    .replaceAll(`"${page}-shop", { path`, '"site", { path')
    .replaceAll('"https://eu.example.com"', "String(process.env.CLOUDPLATFORM_BASE_URL)");
}

test("code that runs in no stack has another test", () => {
  const places = all.flatMap(({ page, place }) => [page, place]);
  expect(Object.keys(runElsewhere).filter((place) => !places.includes(place))).toEqual([]);
  for (const file of Object.values(runElsewhere)) expect(globSync(file, { cwd: root })).toEqual([file]);
});

test("the programs of all pages run in one update, resources first", { timeout: 300_000 }, async () => {
  expect(programs.filter(declares).length).toBeGreaterThan(9);
  expect(programs.length).toBeGreaterThan(30);
  // A fast clock, because a cluster takes minutes on the platform.
  const emulator = await platform({ speed: 2_000 });
  await prepare(emulator);
  const stack = await openStack({
    url: emulator.url,
    env: { CLOUDPLATFORM_PROJECT_ID: "1", CLOUDPLATFORM_REGION_ID: "76" },
  });
  try {
    await stack.configure({}, { upstreamToken: "local", euKey: "local" });
    for (const { name, code } of programs) await writeFile(join(stack.folder, `${name}.ts`), `${code}\nexport {};\n`);
    const importAll = (modules: Program[]) =>
      `await Promise.all([${modules.map(({ name }) => `import("./${name}.ts")`)}])`;
    await stack.program(`
      const made = (${importAll(programs.filter(declares))}).flatMap((module) => Object.values<unknown>(module));
      const ids = made.filter((one) => pulumi.CustomResource.isInstance(one)).map((one) => one.id);
      await new Promise<void>((resolve) => pulumi.all(ids).apply(() => resolve()));
      export const results = Object.assign({}, ...${importAll(programs.filter((one) => !declares(one)))});
    `);
    const up = await stack.up();
    expect(up.code, up.output).toBe(0);
    const { results } = (await stack.outputs()) as { results: Record<string, unknown> };
    expect(results).toMatchObject({ term: expect.stringContaining("CREATED"), nodes: 2, mandatory: ["greeting"] });
  } finally {
    await stack.remove();
  }
});

/** Creates the objects that pages expect on the platform: an existing cluster, and a rule template to adopt. */
async function prepare(emulator: { url: string }): Promise<void> {
  const client = clientOf(emulator);
  await client.call(endpoints["clusters.create"], {
    params: { projectId: 1, regionId: 76 },
    body: {
      name: "shop",
      keypair: "ops",
      version: "v1.31.9",
      pools: [{ name: "general", flavorId: "bm1-hf-medium", minNodeCount: 1 }],
    },
  });
  for (let id = 0; id !== 88; )
    id = (
      await client.call(endpoints["ruleTemplates.create"], {
        body: { rule: "/guides-adoption-1/images/.*", ruleType: 0, name: `filler ${id}` },
      })
    ).id;
}
