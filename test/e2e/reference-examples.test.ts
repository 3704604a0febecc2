import { readdirSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { platform } from "../helpers/platform.ts";
import { openStack } from "../helpers/stack.ts";

const folder = fileURLToPath(new URL("../../docs/reference", import.meta.url));

/** The example of every reference page, by the name of its module. Lookups read what the resources of other pages create. */
const examples = readdirSync(folder).flatMap((page) => {
  const [, code] = /^## Example\n\n```ts\n([\s\S]*?)\n```/m.exec(readFileSync(join(folder, page), "utf8")) ?? [];
  return code === undefined
    ? []
    : [{ name: page.replace(/\.md$/, ""), code, isResource: /\bnew \w+\.[A-Z]/.test(code) }];
});
const names = (isResource: boolean) => examples.filter((one) => one.isResource === isResource).map(({ name }) => name);

test("the examples of all reference pages run in one update, resources first", { timeout: 240_000 }, async () => {
  expect(names(true)).toHaveLength(6);
  expect(names(false).length).toBeGreaterThan(15);
  // A fast clock: a cluster takes minutes on the platform.
  const emulator = await platform({ speed: 2_000 });
  const stack = await openStack({ url: emulator.url });
  try {
    await stack.config("upstreamToken", "a-token", { secret: true });
    for (const { name, code } of examples) await writeFile(join(stack.folder, `${name}.ts`), `${code}\nexport {};\n`);
    const importAll = (modules: string[]) => `await Promise.all([${modules.map((name) => `import("./${name}.ts")`)}])`;
    await stack.program(`
      const made = (${importAll(names(true))}).flatMap((module) => Object.values<pulumi.Resource>(module));
      const ids = made.map((one) => (one as pulumi.CustomResource).id);
      await new Promise<void>((resolve) => pulumi.all(ids).apply(() => resolve()));
      export const results = Object.assign({}, ...${importAll(names(false))});
    `);
    const up = await stack.up();
    expect(up.code, up.output).toBe(0);
    // Six resources and the stack.
    expect(up.changes, up.output).toEqual({ create: 7 });
    const { results } = (await stack.outputs()) as { results: Record<string, unknown> };
    expect(results).toMatchObject({ term: expect.stringContaining("CREATED"), nodes: 2, mandatory: ["greeting"] });
  } finally {
    await stack.remove();
  }
});
