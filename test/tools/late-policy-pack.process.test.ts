import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { withoutPreload } from "../helpers/environment.ts";
import { platform } from "../helpers/platform.ts";
import { openStack, type TestStack } from "../helpers/stack.ts";

const emulator = await platform();
let stack: TestStack;

beforeAll(async () => {
  stack = await openStack({ url: emulator.url });
});
afterAll(() => stack.remove());

const pack = (level: string) => `
  new PolicyPack("own", { policies: [{
    name: "says", description: "Says what is loaded.", enforcementLevel: ${level},
    validateStack: (_, report) => {
      const compiler = /[\\\\/]typescript[\\\\/]lib[\\\\/]typescript\\.js$/;
      report("TypeScript: " + Object.keys(require.cache).some((file) => compiler.test(file)));
    },
  }] });`;
/** Uses an enumeration, which Node's own TypeScript support lacks, so the SDK has to compile it. */
const typed = `import { PolicyPack } from "@pulumi/policy";\nenum Level { Says = "advisory" }\n${pack("Level.Says")}`;

const packs = {
  JavaScript: { files: { "index.js": `const { PolicyPack } = require("@pulumi/policy");\n${pack('"advisory"')}` } },
  TypeScript: { files: { "index.ts": typed } },
  "TypeScript with a tsconfig.json": { files: { "index.ts": typed, "tsconfig.json": '{ "compilerOptions": {} }' } },
};

test.each(Object.entries(packs))("a policy pack in %s runs with the preload as without", async (name, { files }) => {
  const folder = join(stack.folder, name.replaceAll(/\W/g, "-"));
  await mkdir(folder, { recursive: true });
  const all = {
    "PulumiPolicy.yaml": "runtime: nodejs\n",
    "package.json": `{ "version": "1.0.0", "main": "${Object.keys(files)[0]}" }`,
    ...files,
  };
  for (const [file, text] of Object.entries(all)) await writeFile(join(folder, file), text);
  const reported = async (env: NodeJS.ProcessEnv) => {
    const { NODE_OPTIONS } = stack.env;
    stack.env.NODE_OPTIONS = env.NODE_OPTIONS;
    const { code, output } = await stack.preview("--policy-pack", folder);
    stack.env.NODE_OPTIONS = NODE_OPTIONS;
    expect(code, output).toBe(0);
    return /TypeScript: (true|false)/.exec(output)?.[1];
  };
  expect(await reported(process.env)).toBe(String(name !== "JavaScript"));
  expect(await reported(withoutPreload())).toBe("true");
});
